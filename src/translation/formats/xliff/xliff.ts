// XLIFF 1.2 (and 1.1): source and target side by side. Both ids read the same way: texts without placeholders are plain
// text, texts with placeholders are shown as the XML they are.

import { type Decoded, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { applySplices } from '../splice.ts'
import { textFile } from '../text-file.ts'
import { removeNode, setAttribute } from '../xml/edit.ts'
import { counted, decodeXml, elements, refuseEntities, rootName, scanXml, type XmlRoot } from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute, forbidden } from '../xml/text.ts'
import { isAppleXliff } from '../xml/xliff-version.ts'
import { editXliff } from './edit.ts'
import { unitsOf } from './units.ts'

export const xliff = xliffFormat('xliff', 'XLIFF 1.2 file with placeables')
// Xcode marks texts that were translated by their state only.
export const appleXliff = xliffFormat('apple-xliff', 'Apple XLIFF file')
export const plainXliff = xliffFormat('plainxliff', 'XLIFF 1.2 file')

function xliffFormat(id: string, name: string): FileFormat {
  return {
    id,
    name,
    extensions: ['xlf', 'xliff', 'sdlxliff', 'xml', 'ts'],
    recognises: ({ extension, seen }) => {
      if (id === 'apple-xliff') return seen(isAppleXliff)
      return id === 'xliff' && (!['xml', 'ts'].includes(extension) || seen(rootName) === 'xliff')
    },
    monolingual: false,
    takesTemplate: true,
    forbids: forbidden,
    states: ['fuzzy', 'approved'],
    flags: [],
    parse: (bytes, options = {}) => parseXliff(bytes, options, id),
    create: createXliff,
  }
}

interface OpenXliff {
  readonly decoded: Decoded
  readonly root: XmlRoot
  /** Of the first file in it. */
  readonly attributes: ReadonlyMap<string, string>
}

export function openXliff(bytes: Uint8Array, options: ParseOptions): OpenXliff {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, 'xliff', counted(['trans-unit'], options))
  refuseEntities(text, root)
  const version = root.attributes.get('version')
  if (version !== undefined && !version.startsWith('1.')) {
    failAt(text, root.start, `XLIFF ${version} is not supported, only 1.0 to 1.2`)
  }
  return { decoded, root, attributes: elements(root, 'file')[0]?.attributes ?? new Map<string, string>() }
}

function parseXliff(bytes: Uint8Array, options: ParseOptions, format: string): ParsedFile {
  const { decoded, root, attributes } = openXliff(bytes, options)
  const { text } = decoded
  const entries = unitsOf(text, root, options.byKey)
  const headers = ['original', 'source-language', 'target-language'].filter(name => attributes.has(name))
  return textFile({
    format,
    decoded,
    units: entries.map(({ unit }) => unit),
    headers: new Map(headers.map(name => [name, attributes.get(name)!])),
    language: attributes.get('target-language'),
    sourceLanguage: attributes.get('source-language'),
    declareUtf8,
    edit: changes => editXliff(changes, { text, root, entries, newline: newlineOf(text), byKey: options.byKey }),
  })
}

function createXliff(options: CreateOptions): Uint8Array {
  if (options.template === undefined) return Buffer.from(xliffSkeleton(options))
  const decoded = decodeXml(options.template, { maxBytes: options.maxBytes })
  const { text } = decoded
  const root = scanXml(text, 'xliff')
  const emptied = unitsOf(text, root).flatMap(({ element, target }) => [
    ...setAttribute(text, element, 'approved', undefined),
    ...(target === undefined ? [] : [removeNode(text, target)]),
  ])
  const headers = { 'target-language': options.language, ...options.headers }
  const file = parseXliff(Buffer.from(declareUtf8(applySplices(text, emptied))), {}, 'xliff')
  return file.serialize({ headers })
}

export function xliffSkeleton(
  { language, sourceLanguage = 'en', headers = {} }: CreateOptions,
  datatype = 'plaintext',
): string {
  const attributes = {
    original: 'strings',
    datatype,
    'source-language': sourceLanguage,
    'target-language': language,
    ...headers,
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file${written.join('')}>
    <body>
    </body>
  </file>
</xliff>
`
}
