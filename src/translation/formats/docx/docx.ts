// Word documents: every paragraph of the text, headers, footers and notes is a string.

import { documentFormat } from '../document/document-format.ts'
import { type Inline, mergedInline, renumberedTags } from '../document/inline-tags.ts'
import { type Paragraph, scanOffice } from '../document/office.ts'
import { elements, firstElement, type XmlElement } from '../xml/scanner.ts'
import { escapeText, forbidden, textOf } from '../xml/text.ts'

const PART = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/

export const docx = documentFormat({
  id: 'docx',
  name: 'Word document',
  extensions: ['docx'],
  flags: ['xml-text'],
  forbids: forbidden,
  renumbered: ({ text, tags = [] }, template) => renumberedTags(text, tags, template.tags ?? []),
  scan: (bytes, options) =>
    scanOffice(bytes, options, {
      isPart: name => PART.test(name),
      refuses: names =>
        names.includes('word/document.xml') ? undefined : 'the archive contains no "word/document.xml"',
      paragraphs,
    }),
})

function* paragraphs(text: string, root: XmlElement): Generator<Paragraph> {
  for (const element of elements(root)) {
    if (element.name !== 'w:p') yield* paragraphs(text, element)
    else if (hasParagraphs(element)) yield* paragraphs(text, element)
    else if (!element.selfClosing) {
      const properties = firstElement(element, 'pPr')
      const base = formatOf(text, textRuns(element)[0])
      yield {
        kind: styleOf(properties),
        element,
        from: properties?.end ?? element.openEnd,
        content: mergedInline(inlines(text, element, base)),
        wrap: value => run(base, value),
      }
    }
  }
}

/** Text boxes have paragraphs of their own. */
const hasParagraphs = (element: XmlElement): boolean =>
  elements(element).some(child => child.name === 'w:p' || hasParagraphs(child))

/** Headings by level; everything else is a paragraph. */
const styleOf = (properties: XmlElement | undefined): string =>
  /^heading\d$/i
    .exec((properties && firstElement(properties, 'pStyle')?.attributes.get('w:val')) || '')?.[0]
    .toLowerCase() ?? 'paragraph'

const CONTAINERS = new Set(['w:hyperlink', 'w:smartTag', 'w:ins', 'w:sdt', 'w:sdtContent'])
/** Marks of the editor, which a translation does not need. */
const IGNORED = new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:pPr', 'w:rPr', 'w:noBreakHyphen', 'w:softHyphen'])

function textRuns(element: XmlElement): XmlElement[] {
  return elements(element).flatMap(child => {
    if (CONTAINERS.has(child.name)) return textRuns(child)
    return child.name === 'w:r' && firstElement(child, 't') !== undefined ? [child] : []
  })
}

const formatOf = (text: string, element: XmlElement | undefined): string => {
  const properties = element && firstElement(element, 'rPr')
  return properties === undefined ? '' : text.slice(properties.start, properties.end)
}

const run = (format: string, value: string): string =>
  `<w:r>${format}<w:t xml:space="preserve">${escapeText(value.replace(/[\r\n]+/g, ' '))}</w:t></w:r>`

function inlines(text: string, parent: XmlElement, base: string): Inline[] {
  return elements(parent).flatMap((element): Inline[] => {
    if (IGNORED.has(element.name)) return []
    if (element.name === 'w:r') return runInlines(text, element, base)
    if (CONTAINERS.has(element.name) && !element.selfClosing) {
      const open = text.slice(element.start, element.openEnd)
      const first = formatOf(text, textRuns(element)[0])
      const children = mergedInline(inlines(text, element, first))
      return [{ open, close: text.slice(element.closeStart, element.end), children, wrap: value => run(first, value) }]
    }
    return [{ raw: text.slice(element.start, element.end), isKept: true }]
  })
}

/** Text with the formatting of the paragraph is plain; other formatting is a tag. */
function runInlines(text: string, element: XmlElement, base: string): Inline[] {
  const format = formatOf(text, element)
  return elements(element).flatMap((part): Inline[] => {
    if (IGNORED.has(part.name)) return []
    if (part.name !== 'w:t')
      return [
        {
          raw: `<w:r>${format}${text.slice(part.start, part.end)}</w:r>`,
          isKept: part.name !== 'w:br' && part.name !== 'w:tab',
        },
      ]
    const own: Inline = { text: textOf(text, part) }
    if (format === base) return [own]
    return [{ open: '', close: '', children: [own], wrap: value => run(format, value), format }]
  })
}
