// Where a list begins and ends, in its direction: with `dir=older` it begins with what is last.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { from, opposite } from '#store/keyset.ts'
import type { Comparison } from '#store/statement.ts'
import { directionOf } from './keys.ts'

/** From what is small, early or early in the alphabet to what is not. */
export const runsForward = (dir: string): boolean => directionOf(dir) === 'asc'

/** The lower end and the upper one. */
export const lowAndHigh = <T>(dir: string, first: T, last: T): [low: T, high: T] =>
  runsForward(dir) ? [first, last] : [last, first]

/** Of values that are ordered by one column; undefined leaves that end open. */
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

/** `start` and `end`, which everything that is listed by time shares. */
export const timeRange = (column: string, { start, end, dir }: TimeRange): Comparison[] =>
  range(column, dir, start, end)

type Place = readonly unknown[] | undefined

/** Of rows that are ordered by several columns, from a row with these values to one with those. */
export function rowRange(columns: readonly string[], dir: string, first: Place, last: Place): Expression<SqlBool>[] {
  const direction = directionOf(dir)
  return [
    ...(first ? [from(columns, first, direction)] : []),
    ...(last ? [from(columns, last, opposite(direction))] : []),
  ]
}

/** `order by` for a query within a condition, whose first row is to be the one that the list shows first. */
export function inDirection(dir: string, ...columns: readonly string[]): RawBuilder<unknown> {
  const way = sql.raw(directionOf(dir))
  return sql`order by ${sql.join(columns.map(column => sql`${sql.ref(column)} ${way}`))}`
}
