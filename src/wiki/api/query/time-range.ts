import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import { type Direction, from } from '#store/keyset.ts'
import type { Database } from '#store/tables/database.ts'

interface TimeRange {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly dir: 'newer' | 'older'
  /** Where a continued list goes on: a value for each of the columns. */
  readonly after?: readonly (string | number)[] | undefined
}

/** `newer` lists from the oldest on. */
export const timeDirection = (dir: 'newer' | 'older'): Direction => (dir === 'newer' ? 'asc' : 'desc')

/**
 * Puts `start`, `end` and `dir` on a query, which everything that is listed by time shares. `columns` are the
 * timestamp and what decides between rows of the same second; the list is ordered by them.
 */
export function restrictTimes<T extends keyof Database, O>(
  query: SelectQueryBuilder<Database, T, O>,
  columns: readonly (ReferenceExpression<Database, T> & string)[],
  range: TimeRange,
): SelectQueryBuilder<Database, T, O> {
  const direction = timeDirection(range.dir)
  const time = sql.ref(columns[0]!)
  const [low, high] = range.dir === 'newer' ? [range.start, range.end] : [range.end, range.start]
  if (low !== undefined) query = query.where(sql<boolean>`${time} >= ${low}`)
  if (high !== undefined) query = query.where(sql<boolean>`${time} <= ${high}`)
  if (range.after) query = query.where(from(columns, range.after, direction))
  for (const column of columns) query = query.orderBy(sql.ref(column), direction)
  return query
}
