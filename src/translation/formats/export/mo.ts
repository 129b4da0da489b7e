// Compiled gettext catalogues: two sorted tables of offsets, then the strings.

import { type ExportContext, type ExportUnit, isTranslated } from '../exported-unit.ts'
import { pluralFormsHeader } from '../plural.ts'

const magic = 0x950412de
const headerSize = 28

/** With `headers`, those of the PO file are kept. With `fuzzy`, translations that need editing are included. */
export function toMo(
  units: readonly ExportUnit[],
  context: ExportContext & { readonly headers?: ReadonlyMap<string, string> },
  { fuzzy = false } = {},
): Uint8Array {
  const { headers } = context
  const header =
    headers === undefined || headers.size === 0
      ? headerOf(context)
      : [...headers].map(([name, value]) => `${name}: ${value}\n`).join('')
  const entries = new Map([['', header]])
  for (const unit of units) {
    if (!isTranslated(unit) || (unit.fuzzy && !fuzzy)) continue
    const id = unit.source.slice(0, 2).join('\0')
    entries.set(unit.context === '' ? id : `${unit.context}\u0004${id}`, unit.target.join('\0'))
  }
  // Sorted by bytes, because programs use binary search.
  const sorted = [...entries]
    .map(([id, text]) => ({ id: Buffer.from(id), text: Buffer.from(text) }))
    .sort((a, b) => a.id.compare(b.id))
  const tables = Buffer.alloc(headerSize + sorted.length * 16)
  const strings: Buffer[] = []
  let offset = tables.length
  const place = (text: Buffer, at: number): void => {
    tables.writeUInt32LE(text.length, at)
    tables.writeUInt32LE(offset, at + 4)
    strings.push(text, Buffer.of(0))
    offset += text.length + 1
  }
  sorted.forEach(({ id }, i) => {
    place(id, headerSize + i * 8)
  })
  sorted.forEach(({ text }, i) => {
    place(text, headerSize + (sorted.length + i) * 8)
  })
  // Magic number, revision, count, the two tables, and an omitted hash table.
  const fields = [magic, 0, sorted.length, headerSize, headerSize + sorted.length * 8, 0, tables.length]
  fields.forEach((field, i) => {
    tables.writeUInt32LE(field, i * 4)
  })
  return Buffer.concat([tables, ...strings])
}

function headerOf({ project, targetLanguage, plural }: ExportContext): string {
  const lines = [
    `Project-Id-Version: ${project.replace(/[\r\n]+/g, ' ')}`,
    `Language: ${targetLanguage}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    ...(plural === undefined ? [] : [`Plural-Forms: ${pluralFormsHeader(plural)}`]),
  ]
  return `${lines.join('\n')}\n`
}
