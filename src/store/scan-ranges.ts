import { isPostgres } from './engine.ts'
import type { Reader } from './store.ts'

interface Range {
  readonly from: number
  /** Not included. */
  readonly to: number
}

/**
 * Ranges of IDs for a query that has to look at every row. On SQLite, nothing else can happen during a query, so it
 * looks at some rows at a time. PostgreSQL needs only one range.
 */
export function scanRanges(db: Reader, last: number, atOnce: number): Range[] {
  const size = isPostgres(db) ? last + 1 : atOnce
  return Array.from({ length: Math.ceil((last + 1) / size) }, (_, at) => ({ from: at * size, to: (at + 1) * size }))
}
