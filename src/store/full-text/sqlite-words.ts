// Search with SQLite's FTS5. It walks pages by id and stops at a limit; only its ranking reads all pages with a word.
import { type RawBuilder, sql } from 'kysely'
import { shapedRows } from '../shaped-sql.ts'
import type { Reader } from '../store.ts'
import { limitSql } from '../usual-limits.ts'
import { estimatedHits, meeting, readHits } from './count-hits.ts'
import type { WordHits } from './word-hits.ts'
import { mostHits, type Term, type WordIndex, type WordQuery } from './word-query.ts'

/** Up to this many pages with a word, it counts for the ranking. More common words hardly matter. */
const MAX_RANKED = 5000

/** Every word is quoted, so that user input is never read as query syntax. */
const termText = ({ words, inTitle, inText, isBeginning }: Term, index: WordIndex): string =>
  `${index === 'titles' ? '' : inTitle ? '{title} : ' : inText ? '{body} : ' : ''}"${words.join(' ')}"${isBeginning ? ' *' : ''}`

function queryText({ included, excluded }: WordQuery, index: WordIndex): string {
  const terms = (list: readonly Term[], operator: string) => list.map(each => termText(each, index)).join(operator)
  const all = terms(included, ' AND ')
  return excluded.length > 0 ? `(${all}) NOT (${terms(excluded, ' OR ')})` : all
}

const TABLES = { titles: sql.ref('title_search'), texts: sql.ref('page_search') } as const
const RANKS = { titles: sql`bm25(title_search)`, texts: sql`bm25(page_search, 10.0, 1.0)` } as const

const walk = (table: RawBuilder<unknown>, text: string, most: number): RawBuilder<unknown> =>
  sql`select rowid as id from ${table} where ${table} match ${text} order by rowid limit ${limitSql(most)}`

export async function findWithSqlite(
  db: Reader,
  query: WordQuery,
  index: WordIndex,
  conditions: RawBuilder<unknown>,
  wanted: number,
): Promise<WordHits> {
  const table = TABLES[index]
  const text = queryText(query, index)
  const most = mostHits(query)
  const hits = await readHits(db, walk(table, text, most + 1))
  if (hits.length > most) return estimatedHits(db, hits, conditions, wanted)
  const ids = await meeting(db, hits, conditions)
  const terms = ids.length > 1 ? await rankedTerms(db, query, index) : []
  const found = { ids, isExact: true, total: ids.length }
  if (terms.length === 0) return { ...found, ranked: null }
  const ranking = { from: table, pageId: sql`${table}.rowid`, rank: RANKS[index] }
  if (terms.length === query.included.length)
    return { ...found, ranked: { ...ranking, match: sql`${table} match ${text}` } }
  // Ranks by the rarer words, among the pages with all words. Without the plus, SQLite would search for each page.
  const rare = queryText({ included: terms, excluded: [] }, index)
  const match = sql`${table} match ${rare} and +${table}.rowid in (${walk(table, text, most + 1)})`
  return { ...found, ranked: { ...ranking, match } }
}

/** The terms that can be used for ranking. With a single one, its pages have been counted. */
async function rankedTerms(db: Reader, { included }: WordQuery, index: WordIndex): Promise<readonly Term[]> {
  if (included.length === 1) return included
  const ranked: Term[] = []
  for (const term of included) if ((await pagesWith(db, term, index)) <= MAX_RANKED) ranked.push(term)
  return ranked
}

async function pagesWith(db: Reader, term: Term, index: WordIndex): Promise<number> {
  const pages = walk(TABLES[index], termText(term, index), MAX_RANKED + 1)
  const rows = await shapedRows(db, sql<{ n: number }>`select count(*) as n from (${pages}) as hit`)
  return rows[0]!.n
}
