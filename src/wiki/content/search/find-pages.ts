import { type RawBuilder, sql } from 'kysely'
import { findWords } from '#store/full-text/find-words.ts'
import { afterPrefix } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { parseTitle } from '../../site/titles.ts'
import type { SearchQuery } from './search-query.ts'

export interface FoundPage {
  readonly id: number
  readonly ns: number
  readonly title: string
  readonly length: number
  readonly latest_rev: number
}

interface Scope {
  readonly namespaces: readonly number[]
  /** Search titles only. */
  readonly titleOnly: boolean
}

/** The matching pages, best first, and the total number. */
export async function findPages(
  db: Reader,
  site: Site,
  query: SearchQuery,
  scope: Scope & { readonly limit: number; readonly offset: number },
): Promise<{ readonly pages: FoundPage[]; readonly total: number }> {
  const conditions = filters(site, query, scope)
  const hasWords = query.included.length > 0
  if (conditions === null || (!hasWords && conditions.length < 2)) return { pages: [], total: 0 }
  const words = hasWords ? findWords(db, query, scope) : null
  const where = sql.join([...conditions, ...(words ? [words.match] : [])], sql` and `)
  const from = words ? sql`page_search join page on page.id = ${words.pageId}` : sql`page`
  const order = words ? sql`${exactTitle(site, query)}, ${words.rank}, page.id` : sql`page.ns, page.title`
  const [found, counted] = await Promise.all([
    sql<FoundPage>`select page.id, page.ns, page.title, page.length, page.latest_rev from ${from}
      where ${where} order by ${order} limit ${scope.limit} offset ${scope.offset}`.execute(db),
    sql<{ n: number }>`select count(*) as n from ${from} where ${where}`.execute(db),
  ])
  return { pages: found.rows, total: Number(counted.rows[0]!.n) }
}

/** Puts an exact title match first. */
function exactTitle(site: Site, query: SearchQuery): RawBuilder<unknown> {
  const title = parseTitle(site, query.included.flatMap(term => term.words).join(' '))
  return 'invalid' in title ? sql`page.is_redirect` : sql`case when page.title = ${title.dbkey} then 0 else 1 end`
}

/** All conditions except the words; null when nothing can match. */
function filters(site: Site, query: SearchQuery, scope: Scope): RawBuilder<unknown>[] | null {
  const conditions: RawBuilder<unknown>[] = []
  let namespaces = scope.namespaces
  if (query.prefix !== null) {
    const title = parseTitle(site, query.prefix)
    if ('invalid' in title || title.interwiki !== '') return null
    namespaces = [title.ns]
    const past = afterPrefix(title.dbkey)
    conditions.push(
      past === null ? sql`page.title >= ${title.dbkey}` : sql`page.title >= ${title.dbkey} and page.title < ${past}`,
    )
  }
  conditions.unshift(sql`page.ns in (${sql.join(namespaces.length > 0 ? namespaces : [NS.main])})`)
  for (const name of query.categories) {
    const title = parseTitle(site, name, NS.category)
    if ('invalid' in title) return null
    conditions.push(
      sql`exists (select 1 from category_link as link where link.page_id = page.id and link.category = ${title.dbkey})`,
    )
  }
  for (const name of query.templates) {
    const title = parseTitle(site, name, NS.template)
    if ('invalid' in title) return null
    conditions.push(sql`exists (select 1 from link_target as target join template_link as link on link.target_id = target.id
      where target.ns = ${title.ns} and target.title = ${title.dbkey} and link.from_id = page.id)`)
  }
  return conditions
}
