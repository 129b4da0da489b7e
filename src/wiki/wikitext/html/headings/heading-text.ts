// The text of a heading without links and most markup, for the table of contents and the section anchor.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { legacyId } from '#wiki/site/urls.ts'
import { withPlainSpaces } from '../../section-names.ts'
import { trim } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'

const kept = 'span|sup|sub|bdi|i|b|s|strike|q'
const foreignTag = new RegExp(`<(?!/?(?:${kept})(?:[ >]))[^>]*>`, 'gi')
const keptTag = new RegExp(`<(/?(?:span dir="(?:rtl|ltr)"|${kept}))(?:(?<=")(?: [^>]*)?|\\b[^>]*)>`, 'gi')

/** The heading as shown in the table of contents. */
export function listedHeading(rendering: Rendering, html: string): string {
  const labels = rendering.state.strip.restoreAll(rendering.links.labelsOf(html))
  const without = labels.replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/gi, '').replace(foreignTag, '')
  return trim(without.replace(keptTag, '<$1>').replace(/<span><\/span>/gi, ''))
}

/** Plain text, for the tooltip of a link. */
export function plainHeading(listed: string): string {
  return trim(listed.replace(/<[^>]*>/g, '').replace(/[ _]+/g, ' '))
}

/** The current and the legacy anchor of a section. */
export function sectionIds(plain: string): { id: string; legacy: string } {
  const name = withPlainSpaces(decodeCharacterReferences(plain)).replace(/_$/, '')
  return { id: name.replace(/[\t\n\f\r]/g, '_'), legacy: legacyId(name) }
}
