import type { Title } from '#wiki/site/titles.ts'
import { titleInNamespace } from '#wiki/site/titles.ts'
import type { PageContext, WikitextHost } from '../host.ts'

const exists = (host: WikitextHost, { ns, dbkey }: Title): boolean =>
  host.linkState ? host.linkState(ns, dbkey) !== 'missing' : host.pageExists(ns, dbkey)

/**
 * The language of a page if it has variants; null otherwise. The language of a single page is a read, and rendering
 * waits for it, so pages are converted only on a wiki whose own language has variants.
 */
export function variantLanguage(host: WikitextHost, { ns, dbkey }: PageContext): string | null {
  const { variants } = host.site
  if (!variants.has(host.site.language)) return null
  const language = host.languageOf?.(ns, dbkey) ?? host.site.language
  return variants.has(language) ? language : null
}

/** The page that a link to a missing page means: one with the same title in another variant of the language. */
export function linkedVariant(host: WikitextHost, page: PageContext, title: Title): Title {
  const { site } = host
  const language = variantLanguage(host, page)
  if (language === null || title.interwiki !== '' || title.ns < 0 || title.dbkey === '') return title
  if (site.info.general.linkconversion === false || exists(host, title)) return title
  for (const text of site.variants.others(language, title.dbkey.replaceAll('_', ' '))) {
    const variant = titleInNamespace(site, title.ns, text)
    const isItself = variant?.ns === page.ns && variant.dbkey === page.dbkey
    if (variant?.ns === title.ns && (isItself || exists(host, variant))) {
      return { ...title, dbkey: variant.dbkey }
    }
  }
  return title
}
