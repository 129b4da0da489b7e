import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { findWords } from '#store/full-text/find-words.ts'
import type { RankedWords, WordHits } from '#store/full-text/word-hits.ts'
import { afterPrefix } from '#store/keyset.ts'
import { shapedRows } from '#store/shaped-sql.ts'
import { statement } from '#store/statement.ts'
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

type Part = Scope & { readonly limit: number; readonly offset: number }

export interface Found {
  readonly pages: FoundPage[]
  readonly total: number
  /** Whether the total is an estimate. */
  readonly isEstimate: boolean
}

const NOTHING: Found = { pages: [], total: 0, isEstimate: false }

const COLUMNS = sql`page.id, page.ns, page.title, page.length, page.latest_rev`

/** The matching pages, best first, and the total number. */
export async function findPages(db: Reader, site: Site, query: SearchQuery, scope: Part): Promise<Found> {
  const conditions = filters(site, query, scope)
  const hasWords = query.included.length > 0
  if (conditions === null || (!hasWords && conditions.length < 2)) return NOTHING
  const where = sql.join(conditions, sql` and `)
  if (!hasWords) return withoutWords(db, where, scope)
  const hits = await findWords(db, query, scope.titleOnly ? 'titles' : 'texts', where)
  const { total, isExact, ranked } = hits
  if (total === 0) return NOTHING
  const pages = ranked
    ? await bestFirst(db, site, query, scope, where, ranked)
    : await oldestFirst(db, site, query, scope, where, hits)
  return { pages, total, isEstimate: !isExact }
}

async function withoutWords(db: Reader, where: RawBuilder<unknown>, { limit, offset }: Part): Promise<Found> {
  const [found, counted] = await Promise.all([
    sql<FoundPage>`select ${COLUMNS} from page where ${where} order by page.ns, page.title
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*) as n from page where ${where}`.execute(db),
  ])
  return { pages: found.rows, total: Number(counted.rows[0]!.n), isEstimate: false }
}

async function bestFirst(
  db: Reader,
  site: Site,
  query: SearchQuery,
  { limit, offset }: Part,
  where: RawBuilder<unknown>,
  { from, match, pageId, rank }: RankedWords,
): Promise<FoundPage[]> {
  const exact = exactTitle(site, query)
  const first = exact === null ? sql`page.is_redirect` : sql`case when page.title = ${exact} then 0 else 1 end`
  // With `cross join`, SQLite finds words first. It would otherwise search for each page of the namespace.
  return shapedRows(
    db,
    sql<FoundPage>`select ${COLUMNS} from ${from} cross join page
    where page.id = ${pageId} and ${match} and ${where}
    order by ${first}, ${rank}, page.id limit ${limit} offset ${offset}`,
  )
}

/** Titles with all words that come before other pages. */
const FIRST_TITLES = 100

/**
 * Pages in an order that needs no scores: the page with exactly this title, the shortest titles with the words, then
 * the oldest pages, which are about the most common subjects on most wikis.
 */
async function oldestFirst(
  db: Reader,
  site: Site,
  query: SearchQuery,
  { titleOnly, limit, offset }: Part,
  where: RawBuilder<unknown>,
  { ids }: WordHits,
): Promise<FoundPage[]> {
  const titles = titleOnly || query.excluded.length > 0 ? ids : (await findWords(db, query, 'titles', where)).ids
  const exact = exactTitle(site, query)
  const exactly =
    exact === null
      ? []
      : await PAGES.where('page.title', '=', exact)
          .where(where as RawBuilder<SqlBool>)
          .all(db)
  const shortest = (await pagesById(db, titles.slice(0, FIRST_TITLES))).sort((a, b) => a.title.length - b.title.length)
  const before = [...exactly, ...shortest]
  const order = new Set(before.map(({ id }) => id))
  for (const id of ids) {
    if (order.size >= offset + limit) break
    order.add(id)
  }
  return pagesById(db, [...order].slice(offset, offset + limit))
}

const PAGES = statement(db =>
  db.selectFrom('page').select(['page.id', 'page.ns', 'page.title', 'page.length', 'page.latest_rev']),
)

/** The pages with these ids, in their order. */
async function pagesById(db: Reader, ids: readonly number[]): Promise<FoundPage[]> {
  if (ids.length === 0) return []
  const pages = await PAGES.where('page.id', 'in', ids).all(db)
  const byId = new Map(pages.map(page => [page.id, page]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** The title that consists of exactly the words. */
function exactTitle(site: Site, query: SearchQuery): string | null {
  const title = parseTitle(site, query.included.flatMap(term => term.words).join(' '))
  return 'invalid' in title ? null : title.dbkey
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
