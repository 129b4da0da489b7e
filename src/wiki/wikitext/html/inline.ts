// The middle of the way from expanded wikitext to HTML.

import { quotesToHtml } from '../quotes.ts'
import type { Rendering } from './rendering.ts'

/** Tags, tables, switches, headings and links of expanded wikitext; links and tags of extensions stay placeholders. */
export function inlineHtml(rendering: Rendering, expanded: string, isPage: boolean): string {
  const { state, switches } = rendering
  let text = expanded
  text = text.replace(/(^|\n)-----*/g, '$1<hr />')
  text = state.words.takeSwitches(text, id => {
    switches.add(id)
    if (isPage) state.output.properties.set(id, '')
  })
  return quotesToHtml(text)
}

/** Placeholders put back and paragraphs made. */
export function finishHalf(rendering: Rendering, half: string, _atLineStart: boolean): string {
  const { strip } = rendering.state
  let text = strip.restoreGeneral(half)
  text = rendering.links.replace(text)
  return strip.restoreNowiki(text)
}
