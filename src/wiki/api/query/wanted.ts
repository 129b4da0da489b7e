import type { Direction } from '#store/keyset.ts'
import type { Statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import type { Key, KeyValue } from './keys.ts'

/** What the machine wants of a list that is not one query. */
export class Wanted {
  readonly #db: Reader
  /** The parts of the continue value, one for each key of the list; undefined at its beginning. */
  readonly after: readonly KeyValue[] | undefined
  /** How many rows at most: one more than go out, to see whether anything follows. */
  readonly take: number
  readonly direction: Direction

  constructor(db: Reader, after: readonly KeyValue[] | undefined, take: number, direction: Direction) {
    this.#db = db
    this.after = after
    this.take = take
    this.direction = direction
  }

  /** Part after part of a list, until there are enough rows. `read` is told how many are still wanted. */
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

  /** What is there already, in the direction of the list: all of it, or from one on that stands first when compared. */
  sorted<T>(all: readonly T[], compare: (one: T, other: T) => number, first?: NoInfer<T>): T[] {
    const sign = this.direction === 'asc' ? 1 : -1
    const left = first === undefined ? all : all.filter(each => compare(each, first) * sign >= 0)
    return left.toSorted((one, other) => compare(one, other) * sign)
  }

  /** The rows of one query in the order of `keys`, from the row with these values of them on. */
  rows<Row>(
    query: Statement<never, never, Row>,
    keys: readonly Key<Row>[],
    take: number,
    after?: readonly KeyValue[],
  ): Promise<Row[]> {
    return query.all(this.#db, stretch(keys, this.direction, take, after))
  }
}

/** The part of a query's rows that a list wants. */
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
