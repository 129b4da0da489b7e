import type { Direction } from '#store/keyset.ts'
import type { Statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import type { Key, KeyValue } from './keys.ts'

/** What the framework requests from a list that is not a single query. */
export class Wanted {
  readonly #db: Reader
  /** Parsed continue value, one part for each key; undefined at the start. */
  readonly after: readonly KeyValue[] | undefined
  /** Maximum number of rows: one more than is output, to detect whether more follow. */
  readonly take: number
  readonly direction: Direction

  constructor(db: Reader, after: readonly KeyValue[] | undefined, take: number, direction: Direction) {
    this.#db = db
    this.after = after
    this.take = take
    this.direction = direction
  }

  /** Operator for values that follow another one in the direction of the list. */
  get beyond(): '>' | '<' {
    return this.direction === 'asc' ? '>' : '<'
  }

  /** Reads parts of a list one after the other until there are enough rows. `take` is the number still needed. */
  async inTurn<Part, Row>(
    parts: Iterable<Part>,
    read: (part: Part, take: number) => Promise<readonly Row[]>,
  ): Promise<Row[]> {
    const rows: Row[] = []
    for (const part of parts) {
      if (rows.length >= this.take) break
      for (const row of await read(part, this.take - rows.length)) rows.push(row)
    }
    return rows
  }

  /** Sorts in-memory items in the direction of the list, optionally starting at `first`. */
  sorted<T>(all: readonly T[], compare: (one: T, other: T) => number, first?: NoInfer<T>): T[] {
    const sign = this.direction === 'asc' ? 1 : -1
    const left = first === undefined ? all : all.filter(each => compare(each, first) * sign >= 0)
    return left.toSorted((one, other) => compare(one, other) * sign)
  }

  /** Rows of one query in the order of `keys`, starting at the row with these values. */
  rows<Row>(
    query: Statement<never, never, Row>,
    keys: readonly Key<Row>[],
    take: number,
    after?: readonly KeyValue[],
  ): Promise<Row[]> {
    return query.all(this.#db, stretch(keys, this.direction, take, after))
  }
}

/** Applies order, start and limit to a query. */
export function stretch(
  keys: readonly Key<never>[],
  direction: Direction,
  limit: number,
  after: readonly KeyValue[] | undefined,
) {
  const order: { column: string; direction: Direction }[] = []
  const values: KeyValue[] = []
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!
    if (key.column === null) continue
    order.push({ column: key.column, direction: key.direction ?? direction })
    if (after && !key.isTieBreak) values.push(after[at]!)
  }
  return { order, limit, after: after && values }
}
