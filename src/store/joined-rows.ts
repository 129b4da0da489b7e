import { type Selectable, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { runText } from './run-text.ts'
import type { Reader } from './store.ts'
import type { Database } from './tables/database.ts'

type Joined<Tables extends Readonly<Record<string, keyof Database>>> = {
  [Alias in keyof Tables]: Selectable<Database[Tables[Alias]]>
}

interface Column {
  readonly alias: string
  readonly name: string
  /** In the result: alias and name. Made once, because making the name costs more than reading the value. */
  readonly path: string
}

interface Prepared {
  readonly text: string
  readonly columns: readonly Column[]
}

/**
 * Complete rows of several tables that refer to each other, in one statement. Reading them one after the other would
 * cost a round trip each.
 */
export class JoinedRows<Tables extends Readonly<Record<string, keyof Database>>> {
  readonly #tables: Tables
  readonly #joins: string
  readonly #key: string
  /** By adapter, which all connections and transactions of a database share. */
  readonly #prepared = new WeakMap<object, Prepared>()

  /** `joins` is what follows `from`; `key` is the column to search by. All of it is SQL. */
  constructor(tables: Tables, joins: string, key: string) {
    this.#tables = tables
    this.#joins = joins
    this.#key = key
  }

  /** The rows for this key; null if one of them is missing. */
  async find(db: Reader, key: number): Promise<Joined<Tables> | null> {
    const { adapter } = db.getExecutor()
    const { text, columns } = this.#prepared.get(adapter) ?? (await this.#prepare(db, adapter))
    const [row] = await runText<Record<string, unknown>>(db, text, [key])
    if (row === undefined) return null
    const rows: Record<string, Record<string, unknown>> = {}
    for (const { alias, name, path } of columns) {
      rows[alias] ??= {}
      rows[alias][name] = row[path]
    }
    return rows as Joined<Tables>
  }

  /** Names the columns, because those of several tables have the same names. */
  async #prepare(db: Reader, adapter: object): Promise<Prepared> {
    const columns: Column[] = []
    for (const [alias, table] of Object.entries(this.#tables))
      for (const name of await columnNames(db, table)) columns.push({ alias, name, path: `${alias}.${name}` })
    const list = columns.map(({ alias, name, path }) => `"${alias}"."${name}" as "${path}"`)
    const prepared = {
      text: `select ${list.join()} from ${this.#joins} where ${this.#key} = ${isPostgres(db) ? '$1' : '?'}`,
      columns,
    }
    this.#prepared.set(adapter, prepared)
    return prepared
  }
}

/** From the database, because migrations add columns. */
async function columnNames(db: Reader, table: string): Promise<string[]> {
  const names = isPostgres(db)
    ? sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} order by ordinal_position`
    : sql<{ name: string }>`select name from pragma_table_info(${table})`
  return (await names.execute(db)).rows.map(row => row.name)
}
