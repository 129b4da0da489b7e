import type { Comparison } from '#store/statement.ts'
import { directionOf } from './keys.ts'

interface TimeRange {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly dir: string
}

/** `start` and `end` in the direction of `dir`, which everything that is listed by time shares. */
export function timeRange(column: string, { start, end, dir }: TimeRange): Comparison[] {
  const [low, high] = directionOf(dir) === 'asc' ? [start, end] : [end, start]
  return [
    [column, '>=', low],
    [column, '<=', high],
  ]
}
