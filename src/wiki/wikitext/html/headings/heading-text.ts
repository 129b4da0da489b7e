// What a heading says without its links and most of its marks: in the table of contents, and as the name of its section.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { legacyId } from '#wiki/site/urls.ts'
import { trim } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'

const kept = 'span|sup|sub|bdi|i|b|s|strike|q'
const foreignTag = new RegExp(`<(?!/?(?:${kept})(?:[ >]))[^>]*>`, 'gi')
const keptTag = new RegExp(`<(/?(?:span(?: dir="(?:rtl|ltr)")?(?=>)|${kept}))(?:\\b[^>]*)?>`, 'gi')

/** The heading as the table of contents shows it. */
export function listedHeading(rendering: Rendering, html: string): string {
  const labels = rendering.state.strip.restoreAll(rendering.links.labelsOf(html))
  const without = labels.replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/gi, '').replace(foreignTag, '')
  return trim(without.replace(keptTag, '<$1>').replace(/<span><\/span>/gi, ''))
}

/** Its text alone, as it is said in the hint of a link. */
export function plainHeading(listed: string): string {
  return trim(listed.replace(/<[^>]*>/g, '').replace(/[ _]+/g, ' '))
}

/** What titles take for a space, and the names of sections with them. */
const blanks = /[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g

/** Ids of a section: the one of today, and the one that addresses of old pages name. */
export function sectionIds(plain: string): { id: string; legacy: string } {
  const name = decodeCharacterReferences(plain).replace(blanks, '_').replace(/_$/, '')
  return { id: name.replace(/[\t\n\f\r]/g, '_'), legacy: legacyId(name) }
}
