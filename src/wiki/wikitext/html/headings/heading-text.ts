// What a heading says without its links and most of its marks: in the table of contents, and as the name of its section.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
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
  return trim(listed.replace(/<[^>]*>/g, ''))
}

/** Ids of a section: the one of today, and the one that addresses of old pages name. */
export function sectionIds(plain: string): { id: string; legacy: string } {
  const name = trim(decodeCharacterReferences(plain).replace(/[ _]+/g, ' ')).replace(/[ \u00a0]/g, '_')
  return { id: name.replace(/[\t\n\f\r]/g, '_'), legacy: legacyId(name) }
}

function legacyId(name: string): string {
  let id = ''
  for (const byte of Buffer.from(name)) {
    const char = String.fromCharCode(byte)
    id += /[A-Za-z0-9_.:-]/.test(char) ? char : `.${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return id
}
