// Adds anchors, edit links and a table of contents to the headings of a page.
import { shownTitle } from '../../page-links.ts'
import { killMarkers } from '../../state/strip-markers.ts'
import { escapeHtml } from '../../text.ts'
import { linkContext } from '../links/link-context.ts'
import type { Rendering } from '../rendering/rendering.ts'
import type { FoundSection } from '../rendering/sections.ts'
import { listedHeading, plainHeading, sectionIds } from './heading-text.ts'
import { Outline } from './outline.ts'
import { fewestHeadings, tableOfContents, tocPlace } from './table-of-contents.ts'

interface Heading {
  readonly level: number
  readonly attributes: string
  readonly content: string
  readonly at: number
  readonly end: number
}

/** Far more than any page has; further ones get no section. */
const maxHeadings = 5000

const opening = /<h([1-6])([^>\n]*)>/gi
const closing = /<\/h[1-6] *>/gi

function* headingsIn(text: string): Generator<Heading> {
  let from = 0
  for (;;) {
    opening.lastIndex = from
    const open = opening.exec(text)
    if (!open) return
    const start = opening.lastIndex
    closing.lastIndex = start
    const close = closing.exec(text)
    if (!close) return
    from = closing.lastIndex
    yield {
      level: Number(open[1]),
      attributes: open[2]!,
      content: text.slice(start, close.index),
      at: open.index,
      end: from,
    }
  }
}

/** `isPage` is false for embedded texts, which get no table of contents. */
export function finishHeadings(rendering: Rendering, text: string, isPage: boolean): string {
  const { switches } = rendering
  const sections: FoundSection[] = []
  const outline = new Outline(rendering.site.language)
  const ids = new SectionNames()
  const legacyIds = new SectionNames()
  let result = ''
  let done = 0
  let first = -1
  for (const heading of headingsIn(text)) {
    if (sections.length >= maxHeadings) break
    rendering.state.steps.spend(30)
    result += text.slice(done, heading.at)
    if (first < 0) first = result.length
    const { section, html } = finish(rendering, heading, outline, ids, legacyIds)
    result += html
    sections.push(section)
    done = heading.end
  }
  result += text.slice(done)
  if (!isPage) return result
  rendering.sections = sections
  const placed = switches.has('toc')
  const showsToc = placed || switches.has('forcetoc') || (!switches.has('notoc') && sections.length >= fewestHeadings)
  rendering.showsContents = showsToc && sections.length > 0
  if (!rendering.showsContents) return result
  if (rendering.options.tableOfContents) rendering.tableOfContents = tableOfContents(rendering, sections)
  return placed ? result : `${result.slice(0, first)}${tocPlace}\n${result.slice(first)}`
}

const writtenId = (id: string): string => escapeHtml(id).replaceAll('&#039;', "'")

function finish(
  rendering: Rendering,
  heading: Heading,
  outline: Outline,
  ids: SectionNames,
  legacyIds: SectionNames,
): { section: FoundSection; html: string } {
  const { source, rest } = rendering.marks.take(heading.content)
  const listed = listedHeading(rendering, rest)
  const plain = plainHeading(listed)
  const names = sectionIds(plain)
  const legacy = names.legacy === names.id ? null : legacyIds.claim(names.legacy)
  const id = ids.claim(names.id)
  const { depth, number } = outline.add(heading.level)
  const { options, switches } = rendering
  const editable = source !== null && options.editSections && !switches.has('noeditsection')
  const anchor = legacy === null ? '' : `<span id="${escapeHtml(legacy)}"></span>`
  const html =
    `<h${heading.level}${heading.attributes}>${anchor}` +
    `<span class="mw-headline" id="${writtenId(id)}">${rest}</span>` +
    `${editable ? rendering.editLinks.add(source, plain) : ''}</h${heading.level}>`
  const section: FoundSection = {
    level: heading.level,
    depth,
    number,
    id,
    html: killMarkers(listed),
    section: source === null || source.isTemplate ? null : source.number,
    index: source === null ? '' : `${source.isTemplate ? 'T-' : ''}${source.number}`,
    fromTitle: source === null ? null : shownTitle(linkContext(rendering), source.page).replaceAll(' ', '_'),
    isTemplate: source?.isTemplate ?? false,
  }
  return { section, html }
}

/** Anchors in use on a page. Duplicates get a number, ignoring the case of A to Z. */
class SectionNames {
  readonly #used = new Set<string>()
  /** Next number per name, for pages that repeat a heading many times. */
  readonly #next = new Map<string, number>()

  claim(id: string): string {
    const key = id.replace(/[A-Z]+/g, letters => letters.toLowerCase())
    if (!this.#used.has(key)) {
      this.#used.add(key)
      return id
    }
    let number = this.#next.get(key) ?? 2
    while (this.#used.has(`${key}_${number}`)) number++
    this.#used.add(`${key}_${number}`)
    this.#next.set(key, number + 1)
    return `${id}_${number}`
  }
}
