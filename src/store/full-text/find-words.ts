import type { RawBuilder } from 'kysely'
import { isPostgres } from '../engine.ts'
import type { Reader } from '../store.ts'
import { areTitlesIndexed } from './fill-titles.ts'
import { findWithPostgres } from './postgres-words.ts'
import { findWithSqlite } from './sqlite-words.ts'
import type { WordHits } from './word-hits.ts'
import type { WordIndex, WordQuery } from './word-query.ts'

/**
 * Finds words without reading more than a number of pages, however many have them (docs/decisions/search.md).
 * `conditions` refer to `page`. With very many hits, only as many pages as `wanted` are checked for them.
 */
export async function findWords(
  db: Reader,
  query: WordQuery,
  index: WordIndex,
  conditions: RawBuilder<unknown>,
  wanted: number,
): Promise<WordHits> {
  const onlyTitles = index === 'titles' || query.included.every(term => term.inTitle)
  const isOwn = onlyTitles && !query.excluded.some(term => !term.inTitle) && (await areTitlesIndexed(db))
  const where = isOwn ? ('titles' as const) : ('texts' as const)
  const terms = onlyTitles && !isOwn ? allInTitle(query) : query
  return isPostgres(db)
    ? findWithPostgres(db, terms, where, conditions, wanted)
    : findWithSqlite(db, terms, where, conditions, wanted)
}

const allInTitle = ({ included, excluded }: WordQuery): WordQuery => ({
  included: included.map(term => ({ ...term, inTitle: true })),
  excluded,
})
