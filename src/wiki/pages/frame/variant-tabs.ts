// Links to a page in each variant of the wiki's language.

import { acceptedLanguages } from '#core/reader.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { nameOf, variants } from '#languages/wiki-languages.ts'
import type { Visit } from '../visit.ts'

/**
 * The variant in the address (`variant=`). Without it, the first variant that a visitor's browser accepts. Null for the
 * text as written.
 */
export function shownVariant({ search, site, caller, request }: Visit): string | null {
  const code = search.get('variant')
  if (code) return site.variants.named(site.language, code)
  if (caller.account !== null || !site.variants.has(site.language)) return null
  for (const accepted of acceptedLanguages(request.headers['accept-language'])) {
    const variant = site.variants.named(site.language, accepted)
    if (variant !== null) return variant === site.language ? null : variant
  }
  return null
}

/** A menu, like that of MediaWiki's skins; nothing in a language without variants. */
export function variantTabs(visit: Visit, title: string): Piece {
  const { language, variants: available } = visit.site
  if (!available.has(language)) return null
  const current = shownVariant(visit) ?? language
  const name = (code: string): string =>
    visit.words.has(`variantname-${code}`) ? visit.words.text(`variantname-${code}`) : (nameOf(code) ?? code)
  const link = (code: string): Html =>
    html`<a href="${visit.address(title, { variant: code })}" lang="${bcp47(code)}" hreflang="${bcp47(code)}"${
      code === current && html` aria-current="true"`
    }>${name(code)}</a>`
  const summary = html`<summary>${name(current)}</summary>`
  return html`<details class="menu variants">${summary}<div class="sheet">${variants(language).map(link)}</div></details>`
}
