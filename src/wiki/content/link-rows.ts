import type { CellValue } from '#store/insert-rows.ts'
import { NS } from '../site/namespaces.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { type Collation, memberKey } from './collation.ts'
import { urlIndexes } from './url-index.ts'

/** Links that are not stored through `link_target`. */
export type OtherLinks = Omit<Harvest, 'links' | 'templates' | 'images'>

/** A page whose links are being stored. */
export interface LinkingPage {
  readonly id: number
  readonly ns: number
  readonly title: string
  /** Time of its current revision. */
  readonly timestamp: number
}

/** Link tables that are derived from text, by their MediaWiki names. */
export const linkTables = {
  pagelinks: 'page_link',
  templatelinks: 'template_link',
  imagelinks: 'image_link',
  externallinks: 'external_link',
  iwlinks: 'interwiki_link',
  langlinks: 'language_link',
  categorylinks: 'category_link',
  redirect: 'redirect',
  page_props: 'page_prop',
} as const

export const linkColumns = {
  external_link: ['id', 'from_id', 'url', 'domain_index'],
  interwiki_link: ['from_id', 'prefix', 'title'],
  language_link: ['from_id', 'lang', 'title'],
  category_link: ['page_id', 'category', 'sortkey', 'sortkey_prefix', 'timestamp', 'collation_name', 'type'],
  redirect: ['from_id', 'ns', 'title', 'interwiki', 'fragment'],
  page_prop: ['page_id', 'name', 'value', 'sortkey'],
} as const

/** Column sizes in MediaWiki. */
const MAX_SORTKEY = 230
const MAX_PREFIX = 255

export function categoryRows(page: LinkingPage, { categories }: OtherLinks, collation: Collation): CellValue[][] {
  const text = page.title.replaceAll('_', ' ')
  return categories.map(({ dbkey, sortKeyPrefix }) => {
    const prefix = cutBytes(sortKeyPrefix, MAX_PREFIX)
    const key = memberKey(collation, prefix, text).subarray(0, MAX_SORTKEY)
    return [page.id, dbkey, key, prefix, page.timestamp, collation.name, memberType(page.ns)]
  })
}

const memberType = (ns: number): string => (ns === NS.category ? 'subcat' : ns === NS.file ? 'file' : 'page')

/** Rows without their ID. */
export function externalRows(page: LinkingPage, { externalLinks }: OtherLinks): CellValue[][] {
  return externalLinks.flatMap(url => urlIndexes(url).map(index => [page.id, url, index]))
}

export function interwikiRows(page: LinkingPage, { interwikiLinks }: OtherLinks): CellValue[][] {
  return interwikiLinks.map(({ prefix, dbkey }) => [page.id, prefix, dbkey])
}

export function languageRows(page: LinkingPage, { languageLinks }: OtherLinks): CellValue[][] {
  return languageLinks.map(({ language, title }) => [page.id, language, title])
}

export function redirectRows(page: LinkingPage, { redirect }: OtherLinks): CellValue[][] {
  return redirect === null ? [] : [[page.id, redirect.ns, redirect.dbkey, redirect.interwiki, redirect.fragment]]
}

export function propertyRows(page: LinkingPage, { properties }: OtherLinks): CellValue[][] {
  return Object.entries(properties).map(([name, value]) => [page.id, name, value, numberIn(value)])
}

/** Numeric values can be sorted by. */
const numberIn = (value: string): number | null => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null)

function cutBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= limit) return text
  let end = limit
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
