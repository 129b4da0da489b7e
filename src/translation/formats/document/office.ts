// Office documents: zip archives with XML in them. Formatting within a paragraph is shown as numbered tags.

import type { ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { applySplices, type Splice } from '../splice.ts'
import { unitCounter } from '../unit-limit.ts'
import { decodeXml, rootName, scanXml, type XmlElement } from '../xml/scanner.ts'
import { isZip, readZipSync } from '../zip/read-zip.ts'
import { replaceEntry } from '../zip/replace-entry.ts'
import { type Inline, shownText, tagsOf, writeInline } from './inline-tags.ts'
import type { ScannedDocument, Segment } from './segment.ts'

const LIMITS = { maxFiles: 5000, maxBytes: 100 * 1024 * 1024 }

export interface Paragraph {
  readonly kind: string
  readonly element: XmlElement
  readonly content: readonly Inline[]
  /** What is kept before the content, such as properties of the paragraph. */
  readonly from: number
  /** Where the content ends, if not at the end of the element. */
  readonly to?: number
  /** Mark-up around a changed content, where it starts or ends within an element. */
  readonly lead?: string
  readonly trail?: string
  /** Writes text with the formatting of the paragraph. */
  readonly wrap: (text: string) => string
}

interface OfficeParts {
  /** Whether a file of the archive is read. */
  readonly isPart: (name: string) => boolean
  /** Whether a part has texts, or is only there to know the format. Default: all have. */
  readonly hasTexts?: (name: string) => boolean
  readonly paragraphs: (text: string, root: XmlElement) => Iterable<Paragraph>
  readonly refuses: (names: readonly string[]) => string | undefined
}

interface Place {
  readonly part: string
  readonly paragraph: Paragraph
  readonly content: Edged
}

/** Content without the bookmarks, pictures and the like at its edges, which translators need not see. */
interface Edged {
  readonly before: string
  readonly inner: readonly Inline[]
  readonly after: string
}

function edged(content: readonly Inline[]): Edged {
  const isEdge = (item: Inline): boolean => 'raw' in item
  const from = content.findIndex(item => !isEdge(item))
  const to = content.findLastIndex(item => !isEdge(item)) + 1
  const raws = (items: readonly Inline[]) => items.map(item => ('raw' in item ? item.raw : '')).join('')
  if (from < 0) return { before: raws(content), inner: [], after: '' }
  return { before: raws(content.slice(0, from)), inner: content.slice(from, to), after: raws(content.slice(to)) }
}

export function scanOffice(bytes: Uint8Array, options: ParseOptions, format: OfficeParts): ScannedDocument {
  if (!isZip(bytes)) throw new FormatError('the file is no zip archive')
  const files = readZipSync(bytes, format.isPart, LIMITS)
  const problem = format.refuses([...files.keys()])
  if (problem !== undefined) throw new FormatError(problem)
  const texts = new Map<string, string>()
  const places: Place[] = []
  const count = unitCounter(options)
  for (const name of [...files.keys()].sort()) {
    if (format.hasTexts?.(name) === false) continue
    const content = files.get(name)!
    const { text } = decodeXml(content, {})
    texts.set(name, text)
    const root = scanXml(text, (rootName(content) ?? '').replace(/^.*:/, ''))
    if (root.doctype !== '')
      throw new FormatError(`"${name}" has a document type declaration (DOCTYPE), which is not allowed`)
    for (const paragraph of format.paragraphs(text, root)) {
      const content = edged(paragraph.content)
      if (shownText(content.inner).trim() === '') continue
      count()
      places.push({ part: name, paragraph, content })
    }
  }
  return {
    newline: '\n',
    segments: places.map(({ paragraph: { kind }, content: { inner } }): Segment => {
      return { kind, text: shownText(inner).trim(), line: 0, tags: tagsOf(inner) }
    }),
    write: changed => {
      const splices = new Map<string, Splice[]>()
      for (const [index, text] of changed) {
        const { part, paragraph, content } = places[index]!
        const { element, from, to = element.closeStart, lead = '', trail = '', wrap } = paragraph
        const { before, inner, after } = content
        const own = splices.get(part) ?? []
        own.push({ start: from, end: to, text: lead + before + writeInline(text, inner, wrap) + after + trail })
        splices.set(part, own)
      }
      let archive = Buffer.from(bytes)
      for (const [part, own] of splices)
        archive = Buffer.from(replaceEntry(archive, part, Buffer.from(applySplices(texts.get(part)!, own))))
      return archive
    },
  }
}
