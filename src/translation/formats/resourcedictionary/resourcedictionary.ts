// Resource dictionaries of XAML: <system:String x:Key="key">.

import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { applySplices } from '../splice.ts'
import { removeNode } from '../xml/edit.ts'
import { commentsAbove, commentText, keyedFile } from '../xml/keyed-elements.ts'
import {
  counted,
  decodeXml,
  elements,
  localName,
  refuseEntities,
  rootName,
  scanXml,
  type XmlRoot,
} from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute, forbidden } from '../xml/text.ts'

export const resourcedictionary: FileFormat = {
  id: 'resourcedictionary',
  name: 'ResourceDictionary file',
  extensions: ['xaml', 'axaml', 'xml'],
  recognises: ({ seen }) => seen(rootName) === 'ResourceDictionary',
  monolingual: true,
  forbids: forbidden,
  states: [],
  flags: ['c-sharp-format'],
  parse: parseDictionary,
  create: createDictionary,
}

function parseDictionary(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, 'ResourceDictionary', counted(['String'], options))
  refuseEntities(text, root)
  const strings = stringsOf(root)
  const comments = commentsAbove(text, root)
  const tag = strings[0]?.name ?? prefixOf(root)
  return keyedFile({
    format: 'resourcedictionary',
    decoded,
    root,
    options,
    items: strings.flatMap(element => {
      const key = element.attributes.get('x:Key')
      const comment = comments.get(element)
      return key === undefined ? [] : [{ key, element, value: element, comment, note: commentText(text, comment) }]
    }),
    indent: '  ',
    render: (key, content, { note }, lead) => {
      const comment = note ? `${lead}<!-- ${note.replaceAll('--', '- -')} -->` : ''
      return `${comment}${lead}<${tag} x:Key="${escapeAttribute(key)}">${content}</${tag}>`
    },
  })
}

const stringsOf = (root: XmlRoot) => elements(root).filter(element => localName(element) === 'String')

// The element for strings, by the namespace that the root declares for it.
function prefixOf(root: XmlRoot): string {
  const declared = [...root.attributes].find(([name, value]) => name.startsWith('xmlns:') && /System/.test(value))
  return declared === undefined ? 'x:String' : `${declared[0].slice('xmlns:'.length)}:String`
}

function createDictionary({ template, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) {
    return Buffer.from(`<ResourceDictionary
  xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"
  xmlns:system="clr-namespace:System;assembly=mscorlib">
</ResourceDictionary>
`)
  }
  const { text } = decodeXml(template, { maxBytes })
  const root = scanXml(text, 'ResourceDictionary')
  const comments = commentsAbove(text, root)
  const nodes = stringsOf(root).flatMap(element => {
    const comment = comments.get(element)
    return comment === undefined ? [element] : [element, comment]
  })
  return Buffer.from(
    declareUtf8(
      applySplices(
        text,
        nodes.map(node => removeNode(text, node)),
      ),
    ),
  )
}
