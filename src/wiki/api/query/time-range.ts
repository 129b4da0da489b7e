import { type Expression, type SqlBool, sql } from 'kysely'
import { directionOf } from './keys.ts'

interface TimeRange {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly dir: string
}

/** `start` and `end` in the direction of `dir`, which everything that is listed by time shares. */
export function timeRange(column: string, { start, end, dir }: TimeRange): Expression<SqlBool>[] {
  const time = sql.ref(column)
  const [low, high] = directionOf(dir) === 'asc' ? [start, end] : [end, start]
  return [
    ...(low === undefined ? [] : [sql<SqlBool>`${time} >= ${low}`]),
    ...(high === undefined ? [] : [sql<SqlBool>`${time} <= ${high}`]),
  ]
}
