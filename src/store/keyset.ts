import { type Expression, type SqlBool, sql } from 'kysely'

export type Direction = 'asc' | 'desc'

export const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

/**
 * The where clause of keyset paging: rows from a given one on, inclusive, in the order of `columns`. All columns have
 * the same direction, so that both engines can use a single index range.
 */
export function from(
  columns: readonly string[],
  values: readonly unknown[],
  direction: Direction,
): Expression<SqlBool> {
  const operator = sql.raw(direction === 'asc' ? '>=' : '<=')
  const left = sql.join(columns.map(column => sql.ref(column)))
  const right = sql.join(values.map(value => sql`${value}`))
  return columns.length === 1 ? sql`${left} ${operator} ${right}` : sql`(${left}) ${operator} (${right})`
}

/** The same for columns with different directions, compared column by column. */
export function fromMixed(
  keys: readonly (readonly [column: string, value: unknown, direction: Direction])[],
): Expression<SqlBool> {
  const [first, ...rest] = keys
  if (!first) return sql`true`
  const [column, value, direction] = first
  const operator = sql.raw(direction === 'asc' ? '>' : '<')
  const ref = sql.ref(column)
  if (rest.length === 0) return sql`${ref} ${operator}= ${value}`
  return sql`(${ref} ${operator}= ${value} and (${ref} ${operator} ${value} or ${fromMixed(rest)}))`
}

const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]

/**
 * Pads a list of values for `IN (…)` to one of a few sizes by repeating its last value, so that lists of any length
 * share a few prepared statements.
 */
export function padded<T>(values: readonly T[]): T[] {
  const full: T[] = []
  addPadded(full, values, paddedLength(values.length))
  return full
}

/** The length after padding. An empty list stays empty. */
export function paddedLength(length: number): number {
  if (length === 0) return 0
  for (const size of SIZES) if (size >= length) return size
  return length
}

/** Appends a padded list to `all`. */
export function addPadded<T>(all: T[], values: readonly T[], length: number): void {
  for (const value of values) all.push(value)
  const last = values.at(-1)!
  for (let at = values.length; at < length; at++) all.push(last)
}

/** Well below the number of parameters that a statement may have on either engine. */
const PORTION = 5000

/** Splits a list into batches that fit into `IN (…)`. */
export function* portions<T>(values: readonly T[], size: number = PORTION): Generator<readonly T[]> {
  if (values.length <= size) {
    if (values.length > 0) yield values
    return
  }
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size)
}

/**
 * `column IN (…)` for results that are ordered by another column. The unary plus keeps the planner from looking up each
 * value and sorting the results, instead of following the order and stopping early. A single value can still use an
 * index that starts with the column.
 */
export function among(column: string, values: readonly (string | number)[]): Expression<SqlBool> {
  const ref = sql.ref(column)
  return values.length === 1 ? sql`${ref} = ${values[0]}` : sql`+${ref} in (${sql.join(padded(values))})`
}

/** The database's text order: by UTF-8 bytes, which is the order of code points. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (one !== other) return rank(one) - rank(other)
  }
  return a.length - b.length
}

/** Surrogates sort after all other code units, although their values are smaller than some. */
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)

/** The smallest text after all texts with this prefix, in UTF-8 byte order; null if there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = [...prefix]
  while (points.length > 0) {
    const last = points.pop()!.codePointAt(0)!
    if (last < 0x10ffff) return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)
  }
  return null
}
