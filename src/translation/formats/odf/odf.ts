// OpenDocument texts, spreadsheets and presentations: every paragraph and heading is a string.

import { documentFormat } from '../document/document-format.ts'
import type { Inline } from '../document/inline-tags.ts'
import { renumberedTags } from '../document/inline-tags.ts'
import { type Paragraph, scanOffice } from '../document/office.ts'
import { elements, type XmlElement } from '../xml/scanner.ts'
import { escapeText, forbidden, textOf } from '../xml/text.ts'

const PARTS = new Set(['content.xml', 'styles.xml'])

export const odf = documentFormat({
  id: 'odf',
  name: 'OpenDocument file',
  extensions: ['odt', 'ods', 'odp', 'ott', 'ots', 'otp', 'odg'],
  flags: ['xml-text'],
  forbids: forbidden,
  renumbered: ({ text, tags = [] }, template) => renumberedTags(text, tags, template.tags ?? []),
  scan: (bytes, options) =>
    scanOffice(bytes, options, {
      isPart: name => PARTS.has(name),
      refuses: names => (names.includes('content.xml') ? undefined : 'the archive contains no "content.xml"'),
      paragraphs,
    }),
})

const TEXTS = new Set(['text:p', 'text:h'])
/** Deleted text and lists that the program fills. */
const OPAQUE = new Set(['text:tracked-changes', 'text:index-body', 'office:annotation', 'text:sequence-decls'])

function* paragraphs(text: string, root: XmlElement): Generator<Paragraph> {
  for (const element of elements(root)) {
    if (OPAQUE.has(element.name)) continue
    if (TEXTS.has(element.name) && !hasTexts(element)) {
      if (!element.selfClosing)
        yield {
          kind: element.name === 'text:h' ? 'heading' : 'paragraph',
          element,
          from: element.openEnd,
          content: inlines(text, element),
          wrap: written,
        }
    } else yield* paragraphs(text, element)
  }
}

const hasTexts = (element: XmlElement): boolean =>
  elements(element).some(child => TEXTS.has(child.name) || hasTexts(child))

/** Within a text, white space other than single spaces has elements of its own. */
const written = (text: string): string => escapeText(text.replace(/[ \t\r\n]+/g, ' '))

function inlines(text: string, element: XmlElement): Inline[] {
  return element.children.flatMap((node): Inline[] => {
    const raw = text.slice(node.start, node.end)
    if (node.type === 'text' || node.type === 'cdata')
      return [{ text: textOf(text, { ...element, children: [node] }).replace(/[ \t\r\n]+/g, ' ') }]
    if (node.type !== 'element') return []
    if (node.name !== 'text:span' && node.name !== 'text:a')
      return [{ raw, isKept: !/^text:(?:s|tab|line-break|soft-page-break)$/.test(node.name) }]
    if (node.selfClosing) return []
    return [
      {
        open: text.slice(node.start, node.openEnd),
        close: text.slice(node.closeStart, node.end),
        children: inlines(text, node),
      },
    ]
  })
}
