// Converts HTML to plain text for attributes.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { trim } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'

const tag = /<(?:!--[^>]*--|\/?([a-zA-Z][a-zA-Z0-9]*)[^<>]*)>/g

/** Tags that separate words and are replaced with a space. */
const parting = new Set(
  `address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr li main nav noscript ol p pre section table td tfoot th tr ul`.split(/\s+/),
)

/** The visible text of HTML that may contain placeholders. */
export function plainText(rendering: Rendering, html: string): string {
  const { links, state } = rendering
  const whole = state.strip.restoreAll(links.replace(links.restorePieces(state.strip.restoreGeneral(html))))
  const text = whole.replace(tag, (_, name?: string) => (name && parting.has(name.toLowerCase()) ? ' ' : ''))
  return trim(decodeCharacterReferences(text).replace(/[\t\n\f\r ]+/g, ' '))
}
