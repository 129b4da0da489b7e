import type BetterSqlite from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

const MAX_STATEMENTS = 1024

/**
 * A Kysely connection over better-sqlite3 that prepares each statement once.
 * Kysely's own driver prepares anew at every call, which costs more than most of our queries.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly db: BetterSqlite.Database
  readonly #statements = new Map<string, BetterSqlite.Statement>()

  constructor(db: BetterSqlite.Database) {
    this.db = db
  }

  prepare(sql: string): BetterSqlite.Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.db.prepare(sql)
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(sql, statement)
    return statement
  }

  all(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.prepare(sql).all(parameters)
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A statement that is being iterated is busy, so a stream never shares a cached one.
    for (const row of this.db.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
  }
}
