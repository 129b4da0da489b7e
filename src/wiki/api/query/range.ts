// Start and end of a list in its direction: `dir=older` starts with the newest.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { from, opposite } from '#store/keyset.ts'
import type { Comparison } from '#store/statement.ts'
import { directionOf } from './keys.ts'

/** Whether the list runs in ascending order. */
export const runsForward = (dir: string): boolean => directionOf(dir) === 'asc'

/** Lower and upper end. */
export const lowAndHigh = <T>(dir: string, first: T, last: T): [low: T, high: T] =>
  runsForward(dir) ? [first, last] : [last, first]

/** Range of one column; undefined leaves that end open. */
export function range(column: string, dir: string, first: unknown, last: unknown): Comparison[] {
  const [low, high] = lowAndHigh(dir, first, last)
  return [
    [column, '>=', low],
    [column, '<=', high],
  ]
}

interface TimeRange {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly dir: string
}

/** `start` and `end`, shared by all lists sorted by time. */
export const timeRange = (column: string, { start, end, dir }: TimeRange): Comparison[] =>
  range(column, dir, start, end)

type Place = readonly unknown[] | undefined

/** Range of rows sorted by several columns. */
export function rowRange(columns: readonly string[], dir: string, first: Place, last: Place): Expression<SqlBool>[] {
  const direction = directionOf(dir)
  return [
    ...(first ? [from(columns, first, direction)] : []),
    ...(last ? [from(columns, last, opposite(direction))] : []),
  ]
}

/** `order by` for a subquery whose first row should be the first one of the list. */
export function inDirection(dir: string, ...columns: readonly string[]): RawBuilder<unknown> {
  const way = sql.raw(directionOf(dir))
  return sql`order by ${sql.join(columns.map(column => sql`${sql.ref(column)} ${way}`))}`
}
