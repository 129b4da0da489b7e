// Resource scripts of Windows: texts of string tables, dialogs and menus. A translation is a copy of its template.

import { distinctIds } from '../distinct-ids.ts'
import { type Decoded, decode, decodeUtf8Or } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { pairFile } from '../pair-file.ts'
import { singleForm } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { type RcText, textsOf } from './scanner.ts'

export const rc: FileFormat = {
  id: 'rc',
  name: 'RC file',
  extensions: ['rc', 'rc2'],
  monolingual: true,
  restricted: true,
  fixed: true,
  states: [],
  flags: [],
  parse: parseRc,
  create: createRc,
}

// UTF-16 is common, old files have the code page that they declare.
function decodeRc(bytes: Uint8Array, options: ParseOptions): Decoded {
  if (bytes[1] === 0 && bytes[0] !== 0 && bytes.length > 1) return decode(bytes, options, 'utf-16le')
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('latin1')
  const page = /#pragma\s+code_page\(\s*(125\d|874|65001)\s*\)/.exec(start)?.[1]
  return decodeUtf8Or(page === '65001' ? 'utf-8' : `windows-${page ?? '1252'}`, bytes, options)
}

function parseRc(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeRc(bytes, options)
  const distinct = distinctIds()
  const texts = textsOf(decoded.text, unitCounter(options)).map(text => ({
    ...text,
    key: distinct(text.name),
    target: [text.value],
    note: '',
    at: text.valueStart,
    start: text.valueStart,
    end: text.valueEnd,
  }))
  return pairFile<RcText & (typeof texts)[number]>({
    format: 'rc',
    decoded,
    options,
    pairs: texts,
    details: ({ name }) => ({ context: name }),
    declareUtf8: text => text.replace(/(#pragma\s+code_page\(\s*)\d+/g, '$165001'),
    value: (target, { key }) => quoted(singleForm(target, key)),
  })
}

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', '"': '""' }

function quoted(value: string): string {
  return `"${value.replace(/[\n\r\t\\"]/g, character => names[character]!)}"`
}

function createRc({ template, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) return Buffer.of()
  const file = parseRc(template, { maxBytes })
  return file.serialize({ update: file.units.map(({ id }) => ({ id, target: [''] })) })
}
