import type { Reader } from '#store/store.ts'
import { type PageName, pagesByName } from '../../content/pages.ts'
import type { Site } from '../../site/site.ts'
import { titleOrNull } from '../../site/titles.ts'

/** A page name with its text as sent. */
export interface GivenName extends PageName {
  readonly text: string
}

interface Converted {
  /** Each name, or the page in another variant. */
  readonly names: PageName[]
  readonly converted: { readonly from: PageName; readonly to: PageName }[]
}

/** Whether the wiki's language has variants and title conversion is enabled. */
export const convertsTitles = (site: Site): boolean =>
  site.variants.has(site.language) && site.info.general.titleconversion !== false

const keyOf = ({ ns, title }: PageName): string => `${ns}:${title}`

/** Replaces missing names by their first existing variant, using two queries regardless of the number of names. */
export async function convertTitles(db: Reader, site: Site, given: readonly GivenName[]): Promise<Converted> {
  const existing = new Set((await pagesByName(db, given)).map(keyOf))
  const variants = new Map<GivenName, PageName[]>()
  for (const name of given) if (name.ns >= 0 && !existing.has(keyOf(name))) variants.set(name, variantsOf(site, name))
  const pages = new Set((await pagesByName(db, [...variants.values()].flat())).map(keyOf))
  const converted: { from: PageName; to: PageName }[] = []
  const names = given.map(name => {
    const page = variants.get(name)?.find(variant => pages.has(keyOf(variant)))
    if (page) converted.push({ from: name, to: page })
    return page ?? name
  })
  return { names, converted }
}

/** Converts the whole text as sent. A namespace unknown in the other script becomes part of the title. */
const variantsOf = (site: Site, { ns, text }: GivenName): PageName[] =>
  site.variants.others(site.language, text).flatMap(variant => {
    const title = titleOrNull(site, variant, ns)
    return title === null || title.interwiki !== '' || title.ns < 0 ? [] : [{ ns: title.ns, title: title.dbkey }]
  })
