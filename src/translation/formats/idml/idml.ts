// InDesign documents: every paragraph of a story is a string.

import { documentFormat } from '../document/document-format.ts'
import { type Inline, mergedInline, renumberedTags } from '../document/inline-tags.ts'
import { type Paragraph, scanOffice } from '../document/office.ts'
import { elements, firstElement, type XmlElement } from '../xml/scanner.ts'
import { escapeText, forbidden, nodeText } from '../xml/text.ts'

const STORY = /^Stories\/[^/]+\.xml$/

export const idml = documentFormat({
  id: 'idml',
  name: 'IDML file',
  extensions: ['idml'],
  flags: ['xml-text'],
  forbids: forbidden,
  renumbered: ({ text, tags = [] }, template) => renumberedTags(text, tags, template.tags ?? []),
  scan: (bytes, options) =>
    scanOffice(bytes, options, {
      isPart: name => name === 'designmap.xml' || STORY.test(name),
      hasTexts: name => STORY.test(name),
      refuses: names => (names.includes('designmap.xml') ? undefined : 'the archive contains no "designmap.xml"'),
      paragraphs,
    }),
})

function* paragraphs(text: string, root: XmlElement): Generator<Paragraph> {
  for (const element of elements(root)) {
    if (element.name !== 'ParagraphStyleRange' || hasParagraphs(element)) yield* paragraphs(text, element)
    else if (!element.selfClosing) yield* paragraphsIn(text, element)
  }
}

/** Tables and footnotes have paragraphs of their own. */
const hasParagraphs = (element: XmlElement): boolean =>
  elements(element).some(child => child.name === 'ParagraphStyleRange' || hasParagraphs(child))

const RANGE = 'CharacterStyleRange'
const CLOSE = `</${RANGE}>`

/** A break within a range of characters ends the paragraph, so the range is closed before it and opened again. */
function* paragraphsIn(text: string, element: XmlElement): Generator<Paragraph> {
  let content: Inline[] = []
  let from = firstElement(element, 'Properties')?.end ?? element.openEnd
  let lead = ''
  const base = formatOf(text, firstRange(element))
  const paragraph = (to: number, trail: string): Paragraph => {
    const wrap = (value: string) => run(base, value)
    return { kind: 'paragraph', element, from, to, lead, trail, content: mergedInline(content), wrap }
  }
  for (const child of elements(element)) {
    if (child.name === 'Properties') continue
    if (child.name !== RANGE) {
      content.push(...inlines(text, child, base))
      continue
    }
    const format = formatOf(text, child)
    for (const part of elements(child)) {
      if (part.name !== 'Br') {
        content.push(...partInlines(text, part, format, base))
        continue
      }
      yield paragraph(part.start, format)
      content = []
      from = part.end
      lead = CLOSE
    }
  }
  yield paragraph(element.closeStart, '')
}

function firstRange(element: XmlElement): XmlElement | undefined {
  for (const child of elements(element)) {
    if (child.name === RANGE && firstElement(child, 'Content') !== undefined) return child
    const below = child.name === RANGE ? undefined : firstRange(child)
    if (below !== undefined) return below
  }
  return undefined
}

/** The opening tag and the properties of a range. */
function formatOf(text: string, range: XmlElement | undefined): string {
  if (range === undefined) return `<${RANGE}>`
  const properties = firstElement(range, 'Properties')
  return (
    text.slice(range.start, range.openEnd) +
    (properties === undefined ? '' : text.slice(properties.start, properties.end))
  )
}

const run = (format: string, value: string): string =>
  `${format}<Content>${escapeText(value.replace(/[\r\n]+/g, ' '))}</Content>${CLOSE}`

function inlines(text: string, element: XmlElement, base: string): Inline[] {
  if (element.name === RANGE) {
    const format = formatOf(text, element)
    return elements(element).flatMap(part => partInlines(text, part, format, base))
  }
  if (firstRange(element) === undefined) return [{ raw: text.slice(element.start, element.end), isKept: true }]
  const open = text.slice(element.start, element.openEnd)
  const first = formatOf(text, firstRange(element))
  const children = mergedInline(elements(element).flatMap(child => inlines(text, child, first)))
  return [{ open, close: text.slice(element.closeStart, element.end), children, wrap: value => run(first, value) }]
}

/** Text with the formatting of the paragraph is plain; other formatting is a tag. */
function partInlines(text: string, part: XmlElement, format: string, base: string): Inline[] {
  if (part.name === 'Properties') return []
  const raw = (xml: string, isKept: boolean): Inline => ({ raw: `${format}${xml}${CLOSE}`, isKept })
  if (part.name !== 'Content') return [raw(text.slice(part.start, part.end), part.name !== 'Br')]
  return part.children.flatMap((node): Inline[] => {
    // Special characters, such as page numbers, are processing instructions.
    if (node.type === 'other') return [raw(`<Content>${text.slice(node.start, node.end)}</Content>`, true)]
    const own: Inline = { text: nodeText(text, node) }
    if (own.text === '') return []
    if (format === base) return [own]
    return [{ open: '', close: '', children: [own], wrap: value => run(format, value), format }]
  })
}
