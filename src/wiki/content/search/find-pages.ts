import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { findWords } from '#store/full-text/find-words.ts'
import type { RankedWords, WordHits } from '#store/full-text/word-hits.ts'
import { MAX_HITS } from '#store/full-text/word-query.ts'
import { shapedRows } from '#store/shaped-sql.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { limitSql } from '#store/usual-limits.ts'
import type { Site } from '../../site/site.ts'
import { parseTitle } from '../../site/titles.ts'
import { type PageConditions, pageConditions } from './page-filters.ts'
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
  // Words of the source are in no title.
  if (scope.titleOnly && query.included.some(term => term.inText)) return NOTHING
  const conditions = await pageConditions(db, site, query, scope.namespaces)
  if (conditions === null) return NOTHING
  const { where } = conditions
  if (query.included.length === 0) return withoutWords(db, conditions, scope)
  // The order of the first titles must not depend on the page of results.
  const wanted = Math.max(FIRST_TITLES, scope.offset + scope.limit)
  const hits = await findWords(db, query, scope.titleOnly ? 'titles' : 'texts', where, wanted)
  const { total, isExact, ranked } = hits
  if (total === 0) return NOTHING
  const pages = ranked
    ? await bestFirst(db, site, query, scope, where, ranked)
    : await oldestFirst(db, site, query, scope, where, hits)
  return { pages, total, isEstimate: !isExact }
}

/** Pages by title, from the index of a keyword or of titles. Nothing is found if neither can be used. */
async function withoutWords(db: Reader, conditions: PageConditions, { limit, offset }: Part): Promise<Found> {
  const { where, leading, isTitleRange } = conditions
  if (leading === null && !isTitleRange) return NOTHING
  // With `cross join`, SQLite begins with the keyword. It would otherwise look at each page of the namespace.
  const matching =
    leading === null
      ? sql`page where ${where}`
      : sql`(${leading}) as hit cross join page
    where page.id = hit.id and ${where}`
  const [found, counted] = await Promise.all([
    sql<FoundPage>`select ${COLUMNS} from ${matching} order by page.ns, page.title
      limit ${limitSql(limit)} offset ${offset}`.execute(db),
    sql<{
      n: number
    }>`select count(*) as n from (select page.id from ${matching} limit ${limitSql(MAX_HITS + 1)}) as hits`.execute(db),
  ])
  const total = Number(counted.rows[0]!.n)
  return { pages: found.rows, total, isEstimate: total > MAX_HITS }
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
    order by ${first}, ${rank}, page.id limit ${limitSql(limit)} offset ${offset}`,
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
  const titles =
    titleOnly || query.excluded.length > 0 ? ids : (await findWords(db, query, 'titles', where, FIRST_TITLES)).ids
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
