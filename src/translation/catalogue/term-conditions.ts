// How a term of a search compares a column.
import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
} from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { contains, equals } from './contains.ts'
import { periodOf } from './search-dates.ts'
import { SearchError, type Term } from './search-query.ts'

export type Units = ExpressionBuilder<Database, 'unit'>
export type Condition = ExpressionWrapper<Database, 'unit', SqlBool>

export const exists = (query: unknown): Condition =>
  expressionBuilder<Database, 'unit'>().exists(query as never) as unknown as Condition

/** The column contains the text, or equals it after `=`. */
export const textCondition = (column: string, { operator, value }: Term): RawBuilder<boolean> =>
  operator === '=' ? equals(column, value) : contains(column, value)

/** Bounds of a number: one for an operator, two for a range. */
export function bounds(
  { operator, value, until }: Term,
  read: (text: string) => number,
): ['>=' | '<=' | '<' | '>' | '=', number][] {
  if (until === undefined) return [[operator ?? '=', read(value)]]
  return [
    ['>=', read(value)],
    ['<=', read(until)],
  ]
}

/** Bounds of a time. A day, month or year is covered from its beginning to its end. */
export function instants({ operator, value, until }: Term): ['>=' | '<', number][] {
  const [from, end] = periodOf(value)
  if (until !== undefined)
    return [
      ['>=', from],
      ['<', periodOf(until)[1]],
    ]
  if (operator === '>') return [['>=', end]]
  if (operator === '>=') return [['>=', from]]
  if (operator === '<') return [['<', from]]
  if (operator === '<=') return [['<', end]]
  return [
    ['>=', from],
    ['<', end],
  ]
}

export function truth(value: string): boolean {
  if (/^(true|yes|1)$/i.test(value)) return true
  if (/^(false|no|0)$/i.test(value)) return false
  throw new SearchError(`"${value}" is neither true nor false.`)
}

export function whole(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new SearchError(`"${value}" is not a whole number.`)
  return Number(value)
}
