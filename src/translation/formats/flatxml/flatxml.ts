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

const namesIn = ({ params }: Pick<ParseOptions, 'params'>) => ({
  root: params?.flatxml_root_name ?? 'root',
  value: params?.flatxml_value_name ?? 'str',
  key: params?.flatxml_key_name ?? 'key',
})

function parseFlat(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const names = namesIn(options)
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, names.root, counted([names.value], options))
  refuseEntities(text, root)
  return keyedFile({
    format: 'flatxml',
    decoded,
    root,
    options,
    items: elements(root, names.value).flatMap(element => {
      const key = element.attributes.get(names.key)
      return key === undefined ? [] : [{ key, element, value: element }]
    }),
    render: (key, content, _, lead) =>
      `${lead}<${names.value} ${names.key}="${escapeAttribute(key)}">${content}</${names.value}>`,
  })
}

function createFlat({ template, maxBytes, params }: CreateOptions): Uint8Array {
  const { root, value } = namesIn({ params })
  if (template === undefined) return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n<${root}>\n</${root}>\n`)
  const { text } = decodeXml(template, { maxBytes })
  const values = elements(scanXml(text, root), value)
  return Buffer.from(
    declareUtf8(
      applySplices(
        text,
        values.map(element => removeNode(text, element)),
      ),
    ),
  )
}
