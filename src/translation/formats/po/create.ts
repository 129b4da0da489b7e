// The PO file of a new language.

import { decode } from '../encoding.ts'
import type { CreateOptions, FileFormat } from '../format.ts'
import { pluralFormsHeader } from '../plural.ts'
import { declaredCharset } from './charset.ts'

export function createPo(format: FileFormat, options: CreateOptions): Uint8Array {
  const headers = {
    Language: options.language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    ...(options.plural === undefined ? {} : { 'Plural-Forms': pluralFormsHeader(options.plural) }),
    ...options.headers,
  }
  if (options.template === undefined) return format.parse(Buffer.of()).serialize({ headers })
  // The new file is UTF-8, whatever the template was.
  const { text } = decode(options.template, { maxBytes: options.maxBytes }, declaredCharset(options.template))
  const template = format.parse(Buffer.from(text), { encoding: 'utf-8' })
  const dropped = format.monolingual ? template.units : template.units.filter(unit => unit.obsolete)
  const kept = format.monolingual ? [] : template.units.filter(unit => !unit.obsolete)
  return template.serialize({
    headers,
    remove: dropped.map(({ id }) => id),
    update: kept.map(unit => ({ id: unit.id, target: emptyForms(unit.source.length > 1, options), fuzzy: false })),
  })
}

function emptyForms(plural: boolean, options: CreateOptions): string[] {
  return Array.from({ length: plural ? (options.plural?.count ?? 2) : 1 }, () => '')
}
