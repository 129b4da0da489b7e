// .NET resources: <data name="key"> with a value and a comment.

import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { applySplices } from '../splice.ts'
import { removeNode } from '../xml/edit.ts'
import { type KeyedElement, keyedFile } from '../xml/keyed-elements.ts'
import {
  counted,
  decodeXml,
  elements,
  firstElement,
  refuseEntities,
  rootName,
  scanXml,
  type XmlRoot,
} from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute, escapeText, forbidden, textOf } from '../xml/text.ts'

export const resx: FileFormat = {
  id: 'resx',
  name: '.NET resource file',
  extensions: ['resx', 'resw'],
  recognises: ({ seen }) => seen(rootName) === 'root',
  monolingual: true,
  forbids: forbidden,
  states: [],
  flags: [],
  parse: parseResx,
  create: createResx,
}

function parseResx(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, 'root', counted(['data'], options))
  refuseEntities(text, root)
  return keyedFile({
    format: 'resx',
    decoded,
    root,
    options,
    items: itemsOf(text, root),
    indent: '  ',
    render: (key, content, { note }, lead) => {
      const inner = lead === '' ? '' : `${lead}  `
      const comment = note ? `${inner}<comment>${escapeText(note)}</comment>` : ''
      const open = `<data name="${escapeAttribute(key)}" xml:space="preserve">`
      return `${lead}${open}${inner}<value>${content}</value>${comment}${lead}</data>`
    },
  })
}

// Values with a type are images and sizes; names that start with ">>" belong to the form designer.
function itemsOf(text: string, root: XmlRoot): KeyedElement[] {
  return elements(root, 'data').flatMap((element): KeyedElement[] => {
    const { attributes } = element
    const key = attributes.get('name')
    const value = firstElement(element, 'value')
    if (key === undefined || value === undefined || key.startsWith('>>')) return []
    if (attributes.has('type') || attributes.has('mimetype')) return []
    const comment = firstElement(element, 'comment')
    return [{ key, element, value, note: comment === undefined ? '' : textOf(text, comment) }]
  })
}

// Keeps the schema and the headers of the template.
function createResx({ template, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) return Buffer.from(SKELETON)
  const { text } = decodeXml(template, { maxBytes })
  const root = scanXml(text, 'root')
  const values = elements(root).filter(({ name }) => ['data', 'metadata', 'assembly'].includes(name))
  return Buffer.from(
    declareUtf8(
      applySplices(
        text,
        values.map(element => removeNode(text, element)),
      ),
    ),
  )
}

const header = (name: string, value: string): string =>
  `  <resheader name="${name}">\n    <value>${value}</value>\n  </resheader>\n`

const SKELETON = `<?xml version="1.0" encoding="utf-8"?>
<root>
${header('resmimetype', 'text/microsoft-resx')}${header('version', '2.0')}${header(
  'reader',
  'System.Resources.ResXResourceReader, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
)}${header(
  'writer',
  'System.Resources.ResXResourceWriter, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
)}</root>
`
