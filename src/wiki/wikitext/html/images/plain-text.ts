// HTML as attributes hold it: text without tags.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { trim } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'

const tag = /<(?:!--[^>]*--|\/?([a-zA-Z][a-zA-Z0-9]*)[^<>]*)>/g

/** Tags that part words, so that a blank takes their place. */
const parting = new Set(
  `address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr li main nav noscript ol p pre section table td tfoot th tr ul`.split(/\s+/),
)

/** What a reader sees of some HTML, with the links and tags that still stand in it as placeholders. */
export function plainText(rendering: Rendering, html: string): string {
  const { links, state } = rendering
  const whole = state.strip.restoreAll(links.replace(links.restorePieces(state.strip.restoreGeneral(html))))
  const text = whole.replace(tag, (_, name?: string) => (name && parting.has(name.toLowerCase()) ? ' ' : ''))
  return trim(decodeCharacterReferences(text).replace(/[\t\n\f\r ]+/g, ' '))
}
