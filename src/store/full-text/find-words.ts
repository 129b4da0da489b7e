import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import type { Reader } from '../store.ts'

/** A search term. Its words have been normalized with `searchable`, like the texts. */
export interface Term {
  /** One word, or the words of a phrase. */
  readonly words: readonly string[]
  readonly inTitle: boolean
  /** Prefix search (`word*`). */
  readonly isBeginning: boolean
}

export interface WordQuery {
  readonly included: readonly Term[]
  readonly excluded: readonly Term[]
}

interface Scope {
  /** Search only titles. */
  readonly titleOnly: boolean
}

/** Parts of a query on `page_search`: condition, order (best first) and page id. */
interface WordSearch {
  readonly match: RawBuilder<unknown>
  readonly rank: RawBuilder<unknown>
  readonly pageId: RawBuilder<unknown>
}

export const findWords = (db: Reader, query: WordQuery, scope: Scope): WordSearch =>
  isPostgres(db) ? vectors(query, scope) : fts(query, scope)

/** SQLite's FTS5. Every word is quoted, so that user input is never read as query syntax. */
function fts({ included, excluded }: WordQuery, scope: Scope): WordSearch {
  const term = ({ words, inTitle, isBeginning }: Term): string =>
    `${inTitle || scope.titleOnly ? '{title} : ' : ''}"${words.join(' ')}"${isBeginning ? ' *' : ''}`
  const all = included.map(term).join(' AND ')
  const text = excluded.length > 0 ? `(${all}) NOT (${excluded.map(term).join(' OR ')})` : all
  return {
    match: sql`page_search match ${text}`,
    rank: sql`bm25(page_search, 10.0, 1.0)`,
    pageId: sql`page_search.rowid`,
  }
}

function vectors({ included, excluded }: WordQuery, scope: Scope): WordSearch {
  const term = ({ words, inTitle, isBeginning }: Term): string => {
    const weight = `${isBeginning ? '*' : ''}${inTitle || scope.titleOnly ? 'A' : ''}`
    const marked = words.map((word, index) => {
      const mark = index === words.length - 1 ? weight : weight.replace('*', '')
      return `'${word.replaceAll("'", "''")}'${mark ? `:${mark}` : ''}`
    })
    return `(${marked.join(' <-> ')})`
  }
  const text = [...included.map(term), ...excluded.map(each => `!${term(each)}`)].join(' & ')
  return {
    match: sql`page_search.words @@ to_tsquery('simple', ${text})`,
    rank: sql`ts_rank(page_search.words, to_tsquery('simple', ${text})) desc`,
    pageId: sql`page_search.page_id`,
  }
}
