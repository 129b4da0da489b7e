// Search with PostgreSQL's text search. Its index returns all pages with a word, so that windows of pages are searched one
// after the other.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../store.ts'
import { estimatedHits, meeting, readHits } from './count-hits.ts'
import { firstPage, inWindows, RANGES, wordsOfTexts } from './windows.ts'
import type { WordHits } from './word-hits.ts'
import { mostHits, type Term, type WordIndex, type WordQuery } from './word-query.ts'

/** Ranking reads the words of each page, which takes long for large pages. */
const MAX_RANKED = 2000

const INDEXES = {
  titles: { table: sql.ref('title_search'), words: sql`title_search.words`, pageId: sql`title_search.page_id` },
  texts: { table: sql.ref('page_search'), words: wordsOfTexts, pageId: sql`page_search.page_id` },
} as const

function queryText({ included, excluded }: WordQuery, index: WordIndex): string {
  const term = ({ words, inTitle, inText, isBeginning }: Term): string => {
    // Words of titles have the weight A, those of texts none, which is D.
    const place = index === 'titles' ? '' : inTitle ? 'A' : inText ? 'D' : ''
    const weight = `${isBeginning ? '*' : ''}${place}`
    const marked = words.map((word, at) => {
      const mark = at === words.length - 1 ? weight : weight.replace('*', '')
      return `'${word.replaceAll("'", "''")}'${mark ? `:${mark}` : ''}`
    })
    return `(${marked.join(' <-> ')})`
  }
  return [...included.map(term), ...excluded.map(each => `!${term(each)}`)].join(' & ')
}

export async function findWithPostgres(
  db: Reader,
  query: WordQuery,
  index: WordIndex,
  conditions: RawBuilder<unknown>,
  wanted: number,
): Promise<WordHits> {
  const { table, words, pageId } = INDEXES[index]
  const text = queryText(query, index)
  const most = mostHits(query)
  const { rows } = await sql<{ last: number | null }>`select max(page_id) as last from ${table}`.execute(db)
  const last = Number(rows[0]?.last ?? 0)
  const matches: RawBuilder<unknown>[] = []
  const hits: number[] = []
  for (const { from, to } of RANGES) {
    if (firstPage(from) > last || hits.length > most) break
    const inRange = sql`${words} @@ to_tsquery('simple', ${to === null ? text : `${text} & ${inWindows(from, to)}`})`
    const match = to === null ? sql`(${inRange} and ${pageId} >= ${firstPage(from)})` : inRange
    const limited = sql`select ${pageId} as id from ${table} where ${match} order by 1 limit ${most + 1 - hits.length}`
    for (const id of await readHits(db, limited)) hits.push(id)
    matches.push(match)
  }
  if (hits.length > most) return estimatedHits(db, hits, conditions, wanted)
  const ids = await meeting(db, hits, conditions)
  const isRanked = ids.length > 1 && hits.length <= MAX_RANKED
  return {
    ids,
    isExact: true,
    total: ids.length,
    ranked: isRanked
      ? {
          from: table,
          match: sql`(${sql.join(matches, sql` or `)})`,
          pageId,
          rank: sql`ts_rank(${table}.words, to_tsquery('simple', ${text})) desc`,
        }
      : null,
  }
}
