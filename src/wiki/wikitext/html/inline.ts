// The middle and final steps from expanded wikitext to HTML.

import { trackSwitches } from '../harvest/track-switches.ts'
import { quotesToHtml } from '../quotes.ts'
import { normaliseReferences } from '../sanitize/references.ts'
import { sanitizeTags } from '../sanitize/sanitize-tags.ts'
import { tidy } from '../tidy/tidy.ts'
import { blocksToHtml } from './blocks/blocks-to-html.ts'
import { editSectionLink } from './headings/edit-section.ts'
import { headingsToHtml } from './headings/find-headings.ts'
import { finishHeadings } from './headings/finish-headings.ts'
import { tocPlace } from './headings/table-of-contents.ts'
import { bracketedLinksToHtml } from './links/bracketed-links.ts'
import { freeLinksToHtml } from './links/free-links.ts'
import { internalLinksToHtml } from './links/internal-links.ts'
import type { Rendering } from './rendering/rendering.ts'
import { tablesToHtml } from './tables.ts'

/** Converts tags, tables, switches, headings and links; links and extension tags stay placeholders. */
export function inlineHtml(rendering: Rendering, expanded: string, isPage: boolean): string {
  const { strip, steps } = rendering.state
  steps.spend(10)
  steps.read(expanded, 20)
  const unstrip = (marked: string) => strip.restoreAll(marked)
  let text = sanitizeTags(expanded, unstrip)
  text = tablesToHtml(text, unstrip)
  text = text.replace(/(^|\n)-----*/g, '$1<hr />')
  text = takeSwitches(rendering, text)
  text = headingsToHtml(text)
  text = internalLinksToHtml(rendering, text)
  text = quotesToHtml(text)
  text = bracketedLinksToHtml(rendering, text)
  text = rendering.links.restorePieces(text)
  text = freeLinksToHtml(rendering, text)
  return finishHeadings(rendering, text, isPage)
}

/** The first __TOC__ sets the position of the table of contents. */
function takeSwitches(rendering: Rendering, text: string): string {
  const { state, switches } = rendering
  const before = switches.size
  const rest = state.words.takeSwitches(text, id => {
    const isPlace = id === 'toc' && !switches.has('toc')
    switches.add(id)
    state.output.properties.set(id, '')
    return isPlace ? tocPlace : ''
  })
  if (switches.size > before) trackSwitches(state)
  return rest
}

/** Restores placeholders and builds paragraphs. */
export function finishHalf(rendering: Rendering, half: string, atLineStart: boolean): string {
  const { strip, steps } = rendering.state
  let text = strip.restoreGeneral(half)
  steps.read(text, 10)
  text = blocksToHtml(text, atLineStart)
  text = rendering.links.replace(text)
  text = inPageVariant(rendering, text)
  text = strip.restoreAll(text)
  const html = tidy(normaliseReferences(text), steps)
  steps.read(html, 50)
  return rendering.editLinks.put(placeContents(rendering, html), (source, name) =>
    editSectionLink(rendering, source, name),
  )
}

/** Literal text, still behind markers, is not converted. */
function inPageVariant({ variant, switches }: Rendering, html: string): string {
  return variant === null || switches.has('nocontentconvert') ? html : variant.convert(html)
}

/** Tidies the table of contents on its own, so a broken heading cannot affect the page. */
function placeContents(rendering: Rendering, html: string): string {
  if (!html.includes(tocPlace)) return html
  const contents = tidy(normaliseReferences(inPageVariant(rendering, rendering.tableOfContents)), rendering.state.steps)
  return html.replace(tocPlace, () => contents).replaceAll(tocPlace, '')
}
