import type { Compilable, CompiledQuery } from 'kysely'
import { askLater, type RowsLater } from './run-later.ts'
import { runText } from './run-text.ts'
import type { Reader, Writer } from './store.ts'

/** Stands for an argument while the query is built. */
class Argument {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }

  /** Nothing can be computed from it. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('A prepared query may use its arguments only as values.')
  }
}

/**
 * A query that Kysely builds once per engine, for the paths that every write takes: building it costs more than running
 * it. `build` must use its arguments only as values, because it gets placeholders. It must not compare with null.
 */
export function prepared<Args extends readonly unknown[], Row>(
  build: (db: Reader, ...args: Args) => Compilable<Row>,
): PreparedQuery<Args, Row> {
  const placeholders = Array.from({ length: build.length - 1 }, (_, index) => new Argument(index)) as never as Args
  // By adapter, which all connections and transactions of a database share.
  const compiled = new WeakMap<object, CompiledQuery>()
  const statement = (db: Reader, args: Args): [text: string, values: unknown[]] => {
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, ...placeholders).compile()
    compiled.set(adapter, query)
    return [query.sql, query.parameters.map(value => (value instanceof Argument ? args[value.index] : value))]
  }
  const run = (db: Reader, ...args: Args) => runText<Row>(db, ...statement(db, args))
  return Object.assign(run, { later: (tx: Writer, ...args: Args) => askLater<Row>(tx, ...statement(tx, args)) })
}

interface PreparedQuery<Args extends readonly unknown[], Row> {
  (db: Reader, ...args: Args): Promise<Row[]>
  /** Sends it with the next statement of the transaction. */
  later(tx: Writer, ...args: Args): Promise<RowsLater<Row>>
}
