import type { Compilable, CompiledQuery } from 'kysely'
import { runText } from './run-text.ts'
import type { Reader } from './store.ts'

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
): (db: Reader, ...args: Args) => Promise<Row[]> {
  const placeholders = Array.from({ length: build.length - 1 }, (_, index) => new Argument(index)) as never as Args
  // By adapter, which all connections and transactions of a database share.
  const compiled = new WeakMap<object, CompiledQuery>()
  return (db, ...args) => {
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, ...placeholders).compile()
    compiled.set(adapter, query)
    const values = query.parameters.map(value => (value instanceof Argument ? args[value.index] : value))
    return runText<Row>(db, query.sql, values)
  }
}
