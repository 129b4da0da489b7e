// XLIFF 2.0 and later. Both ids read the same way: texts without placeholders are plain text, texts with placeholders are
// shown as the XML they are.

import { newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { applySplices } from '../splice.ts'
import { textFile } from '../text-file.ts'
import { removeNode, setAttribute } from '../xml/edit.ts'
import { counted, decodeXml, refuseEntities, scanXml } from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute, forbidden } from '../xml/text.ts'
import { isXliff2 } from '../xml/xliff-version.ts'
import { editSegments } from './edit.ts'
import { segmentsOf } from './units.ts'

export const xliff2 = xliff2Format('xliff2', 'XLIFF 2.0 file')
export const xliff2Placeables = xliff2Format('xliff2-placeables', 'XLIFF 2.0 file with placeables')

function xliff2Format(id: string, name: string): FileFormat {
  return {
    id,
    name,
    extensions: ['xlf', 'xliff', 'xml'],
    recognises: ({ seen }) => id === 'xliff2' && seen(isXliff2),
    monolingual: false,
    takesTemplate: true,
    forbids: forbidden,
    states: ['fuzzy', 'approved'],
    flags: [],
    parse: (bytes, options = {}) => parseXliff2(bytes, options, id),
    create: createXliff2,
  }
}

function parseXliff2(bytes: Uint8Array, options: ParseOptions, format: string): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, 'xliff', counted(['segment'], options))
  refuseEntities(text, root)
  const version = root.attributes.get('version')
  if (version !== undefined && !version.startsWith('2.'))
    failAt(text, root.start, `expected XLIFF 2, the file has version ${version}`)
  const entries = segmentsOf(text, root, options.byKey)
  const headers = ['srcLang', 'trgLang'].filter(name => root.attributes.has(name))
  return textFile({
    format,
    decoded,
    units: entries.map(({ unit }) => unit),
    headers: new Map(headers.map(name => [name, root.attributes.get(name)!])),
    language: root.attributes.get('trgLang'),
    sourceLanguage: root.attributes.get('srcLang'),
    declareUtf8,
    edit: changes => editSegments(changes, { text, root, entries, newline: newlineOf(text), byKey: options.byKey }),
  })
}

function createXliff2(options: CreateOptions): Uint8Array {
  if (options.template === undefined) return Buffer.from(skeleton(options))
  const { text } = decodeXml(options.template, { maxBytes: options.maxBytes })
  const root = scanXml(text, 'xliff')
  const emptied = segmentsOf(text, root, undefined).flatMap(({ segment, target }) => [
    ...setAttribute(text, segment, 'state', undefined),
    ...(target === undefined ? [] : [removeNode(text, target)]),
  ])
  const file = parseXliff2(Buffer.from(declareUtf8(applySplices(text, emptied))), {}, 'xliff2')
  return file.serialize({ headers: { trgLang: options.language, ...options.headers } })
}

function skeleton({ language, sourceLanguage = 'en', headers = {} }: CreateOptions): string {
  const attributes = { srcLang: sourceLanguage, trgLang: language, ...headers }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0"${written.join('')}>
  <file id="f1">
  </file>
</xliff>
`
}
