// Localisation files of the WiX installer: <String Id="key">, with the text as content or as an attribute.

import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { applySplices } from '../splice.ts'
import { removeNode, setAttribute } from '../xml/edit.ts'
import { commentsAbove, commentText, type KeyedElement, keyedFile } from '../xml/keyed-elements.ts'
import { counted, decodeXml, elements, refuseEntities, scanXml, type XmlRoot } from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute, forbidden } from '../xml/text.ts'

export const wxl: FileFormat = {
  id: 'wxl',
  name: 'WixLocalization file',
  extensions: ['wxl'],
  monolingual: true,
  forbids: forbidden,
  states: [],
  flags: [],
  parse: parseWxl,
  create: createWxl,
}

function parseWxl(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, 'WixLocalization', counted(['String'], options))
  refuseEntities(text, root)
  const items = itemsOf(text, root)
  // WiX 4 has the text in an attribute.
  const hasAttributes =
    items.length > 0 ? items[0]!.attribute !== undefined : /\/v4\//.test(root.attributes.get('xmlns') ?? '')
  const culture = root.attributes.get('Culture')
  return keyedFile({
    format: 'wxl',
    decoded,
    root,
    options,
    items,
    indent: '  ',
    language: culture,
    headers: new Map(culture === undefined ? [] : [['Culture', culture]]),
    setHeaders: ({ Culture }) => (Culture === undefined ? [] : setAttribute(text, root, 'Culture', Culture)),
    render: (key, content, { note, target }, lead) => {
      const comment = note ? `${lead}<!-- ${note.replaceAll('--', '- -')} -->` : ''
      const id = ` Id="${escapeAttribute(key)}"`
      if (hasAttributes) return `${comment}${lead}<String${id} Value="${escapeAttribute(target[0]!)}" />`
      return `${comment}${lead}<String${id}>${content}</String>`
    },
  })
}

function itemsOf(text: string, root: XmlRoot): KeyedElement[] {
  const comments = commentsAbove(text, root)
  return elements(root, 'String').flatMap(element => {
    const key = element.attributes.get('Id')
    if (key === undefined) return []
    const comment = comments.get(element)
    const attribute = element.attributes.has('Value') ? 'Value' : undefined
    const details = { note: commentText(text, comment), comment, attribute }
    return [{ key, element, value: attribute === undefined ? element : undefined, ...details }]
  })
}

function createWxl({ language, template, maxBytes }: CreateOptions): Uint8Array {
  const culture = language.replaceAll('_', '-')
  if (template === undefined)
    return Buffer.from(
      `<?xml version="1.0" encoding="utf-8"?>\n<WixLocalization Culture="${escapeAttribute(culture)}" xmlns="http://schemas.microsoft.com/wix/2006/localization">\n</WixLocalization>\n`,
    )
  const { text } = decodeXml(template, { maxBytes })
  const root = scanXml(text, 'WixLocalization')
  const strings = itemsOf(text, root).flatMap(({ element, comment }) => [element, ...(comment ? [comment] : [])])
  const splices = [...strings.map(node => removeNode(text, node)), ...setAttribute(text, root, 'Culture', culture)]
  return Buffer.from(declareUtf8(applySplices(text, splices)))
}
