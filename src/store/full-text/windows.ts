// PostgreSQL's index of words returns all pages with a word or none. A window is a word for a range of pages, so that
// some of them can be requested.
import { sql } from 'kysely'

/** 8,192 pages, as in the index `page_search_by_window`. */
const BITS = 13

export const windowOf = (id: number): string => `/${Math.floor(id / 2 ** BITS)}`

/** The indexed expression: words of texts with their window. */
export const wordsOfTexts = sql`(page_search.words || array_to_tsvector(ARRAY['/' || ((page_search.page_id >> 13)::text)]))`

/** Ranges of windows that are searched one after the other: the first two, the next 14, and the rest. */
export const RANGES = [
  { from: 0, to: 2 },
  { from: 2, to: 16 },
  { from: 16, to: null },
] as const

/** First page of a window. */
export const firstPage = (window: number): number => window * 2 ** BITS

/** Part of a text search query that finds the pages of these windows. */
export const inWindows = (from: number, to: number): string =>
  `(${Array.from({ length: to - from }, (_, at) => `'/${from + at}'`).join(' | ')})`
