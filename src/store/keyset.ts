import { type Expression, type SqlBool, sql } from 'kysely'

export type Direction = 'asc' | 'desc'

export const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

/**
 * The rows from a remembered one on (that row included), in the order of `columns`: the where clause of keyset paging.
 * One direction for all columns, so that both engines serve it from an index in a single range.
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

/** The same where the columns run in different directions: spelled out, column by column. */
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
 * Fills a list of values for `IN (…)` up to one of a few sizes by repeating its last value, so that statements with
 * lists of any length share a handful of prepared forms.
 */
export function padded<T>(values: readonly T[]): T[] {
  const full: T[] = []
  addPadded(full, values, paddedLength(values.length))
  return full
}

/** How long such a list becomes. An empty one stays empty. */
export function paddedLength(length: number): number {
  if (length === 0) return 0
  for (const size of SIZES) if (size >= length) return size
  return length
}

/** Adds the values of such a list to others. */
export function addPadded<T>(all: T[], values: readonly T[], length: number): void {
  for (const value of values) all.push(value)
  const last = values.at(-1)!
  for (let at = values.length; at < length; at++) all.push(last)
}

/** Far below the number of values that a statement of either engine takes, whatever else it holds. */
const PORTION = 5000

/** A list of any length in parts that fit into `IN (…)`. */
export function* portions<T>(values: readonly T[], size: number = PORTION): Generator<readonly T[]> {
  if (values.length <= size) {
    if (values.length > 0) yield values
    return
  }
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size)
}

/**
 * `column IN (…)` for lists that are ordered by something else. The plus, which changes nothing, keeps the planner from
 * looking up each value and sorting all it finds, when it could walk along the order and stop early. A single value
 * stays open to an index that begins with it.
 */
export function among(column: string, values: readonly (string | number)[]): Expression<SqlBool> {
  const ref = sql.ref(column)
  return values.length === 1 ? sql`${ref} = ${values[0]}` : sql`+${ref} in (${sql.join(padded(values))})`
}

/** The order of the database for texts that are sorted here: by UTF-8 bytes, which is by code points. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (one !== other) return rank(one) - rank(other)
  }
  return a.length - b.length
}

/** Halves of characters beyond U+FFFF come after all other code units, though their numbers are smaller than some. */
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)

/** The smallest text after every text with this prefix, in the order of UTF-8 bytes; null when there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = [...prefix]
  while (points.length > 0) {
    const last = points.pop()!.codePointAt(0)!
    if (last < 0x10ffff) return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)
  }
  return null
}
