// Flat XML: one element per text, with its key in an attribute.

import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { applySplices } from '../splice.ts'
import { removeNode } from '../xml/edit.ts'
import { keyedFile } from '../xml/keyed-elements.ts'
import { counted, decodeXml, elements, refuseEntities, rootName, scanXml } from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute, forbidden } from '../xml/text.ts'

export const flatxml: FileFormat = {
  id: 'flatxml',
  name: 'Flat XML file',
  extensions: ['xml'],
  recognises: ({ seen }) => seen(rootName) === 'root',
  monolingual: true,
  forbids: forbidden,
  states: [],
  flags: [],
  parse: parseFlat,
  create: createFlat,
}

const [ROOT, VALUE, KEY] = ['root', 'str', 'key'] as const

function parseFlat(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, ROOT, counted([VALUE], options))
  refuseEntities(text, root)
  return keyedFile({
    format: 'flatxml',
    decoded,
    root,
    options,
    items: elements(root, VALUE).flatMap(element => {
      const key = element.attributes.get(KEY)
      return key === undefined ? [] : [{ key, element, value: element }]
    }),
    render: (key, content, _, lead) => `${lead}<${VALUE} ${KEY}="${escapeAttribute(key)}">${content}</${VALUE}>`,
  })
}

function createFlat({ template, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n<${ROOT}>\n</${ROOT}>\n`)
  const { text } = decodeXml(template, { maxBytes })
  const values = elements(scanXml(text, ROOT), VALUE)
  return Buffer.from(
    declareUtf8(
      applySplices(
        text,
        values.map(element => removeNode(text, element)),
      ),
    ),
  )
}
