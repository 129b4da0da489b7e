import type { Title } from '#wiki/site/titles.ts'
import { titleInNamespace } from '#wiki/site/titles.ts'
import { hasVariants, otherVariants } from '#wiki/site/variants/convert.ts'
import type { PageContext, WikitextHost } from '../host.ts'

const exists = (host: WikitextHost, { ns, dbkey }: Title): boolean =>
  host.linkState ? host.linkState(ns, dbkey) !== 'missing' : host.pageExists(ns, dbkey)

/** The page that a link to a missing page means: one with the same title in another variant of the language. */
export function linkedVariant(host: WikitextHost, page: PageContext, title: Title): Title {
  const { site } = host
  const language = host.languageOf?.(page.ns, page.dbkey) ?? site.language
  if (!hasVariants(language) || title.interwiki !== '' || title.ns < 0 || title.dbkey === '') return title
  if (site.info.general.linkconversion === false || exists(host, title)) return title
  for (const text of otherVariants(language, title.dbkey.replaceAll('_', ' '))) {
    const variant = titleInNamespace(site, title.ns, text)
    const isItself = variant?.ns === page.ns && variant.dbkey === page.dbkey
    if (variant?.ns === title.ns && (isItself || exists(host, variant))) {
      return { ...title, dbkey: variant.dbkey }
    }
  }
  return title
}
