// Words of titles that are one letter away from a word.
import { sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import type { Reader } from '../store.ts'
import { spellingsOf } from './near-titles.ts'

const SHORTEST = 4

interface NearWord {
  readonly word: string
  readonly pages: number
}

/** Existing words of titles that differ in one letter, the most common first. */
export async function nearWords(db: Reader, word: string): Promise<string[]> {
  const folded = word.toLowerCase()
  if (folded.length < SHORTEST) return []
  const spellings = spellingsOf(folded).filter(each => !/[\s-]/.test(each))
  const { rows } = isPostgres(db) ? await withPostgres(db, spellings) : await withSqlite(db, spellings)
  return rows.sort((a, b) => Number(b.pages) - Number(a.pages)).map(each => each.word)
}

const withSqlite = (db: Reader, spellings: readonly string[]) =>
  sql<NearWord>`select title_word.term as word, title_word.doc as pages
    from json_each(${JSON.stringify(spellings)}) as spelling cross join title_word
    where title_word.term = spelling.value`.execute(db)

/** Counting stops early: it only has to tell common words from rare ones. */
const COUNTED = 1000

const withPostgres = (db: Reader, spellings: readonly string[]) =>
  sql<NearWord>`select spelling.value as word, counted.pages
    from unnest(${spellings}::text[]) as spelling (value)
    cross join lateral (select count(*) as pages from (
      select 1 from title_search where title_search.words @@ to_tsquery('simple', quote_literal(spelling.value)) limit ${COUNTED}
    ) as hit) as counted where counted.pages > 0`.execute(db)
