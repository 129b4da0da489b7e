import type BetterSqlite from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { countStatements } from '#tracing/span.ts'
import { MAX_KEPT_LENGTH } from '../kept-statements.ts'
import { SCHEMA_STATE, type SchemaGuard, type SchemaState } from '../schema-guard.ts'
import { storeError } from '../store-error.ts'
import { step } from '../turn.ts'
import { Snapshot } from './snapshot.ts'

/**
 * Total length of cached statements. A statement takes far more memory than its text: five hundred with lists of 500 to
 * 1,000 values took 68 MB.
 */
const MAX_CACHED = 400_000

/**
 * A Kysely connection for better-sqlite3 that prepares each statement once. Kysely's own driver prepares it on every
 * call, which costs more than most of our queries.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly db: BetterSqlite.Database
  readonly #statements = new Map<string, BetterSqlite.Statement>()
  readonly #snapshot: Snapshot | null
  readonly #guard: SchemaGuard | undefined
  /** Total length of the cached statements. */
  #cached = 0

  /** On a read-only connection, all reads of one event loop turn see the same snapshot. */
  constructor(
    db: BetterSqlite.Database,
    { onlyReads = false, guard }: { onlyReads?: boolean; guard?: SchemaGuard } = {},
  ) {
    this.db = db
    this.#guard = guard
    this.#snapshot = onlyReads ? new Snapshot(db) : null
  }

  prepare(sql: string): BetterSqlite.Statement {
    const cached = this.#statements.get(sql)
    if (cached !== undefined) return cached
    const statement = this.db.prepare(sql)
    if (sql.length > MAX_KEPT_LENGTH) return statement
    this.#statements.set(sql, statement)
    this.#cached += sql.length
    for (const oldest of this.#statements.keys()) {
      if (this.#cached <= MAX_CACHED) break
      this.#statements.delete(oldest)
      this.#cached -= oldest.length
    }
    return statement
  }

  all(sql: string, parameters: readonly unknown[]): unknown[] {
    countStatements(1)
    try {
      const statement = this.prepare(sql)
      this.#snapshot?.take()
      if (statement.reader) return statement.all(parameters)
      statement.run(parameters)
      return []
    } catch (error) {
      throw this.#explained(error)
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const over = step()
    if (over !== null) await over
    countStatements(1)
    try {
      const statement = this.prepare(sql)
      this.#snapshot?.take()
      if (statement.reader) return { rows: statement.all(parameters) as R[] }
      const { changes, lastInsertRowid } = statement.run(parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw this.#explained(error)
    }
  }

  #explained(error: unknown): unknown {
    if (!this.#guard?.maySuspect(error)) return storeError(error)
    return this.#guard.explain(error, this.db.prepare(SCHEMA_STATE).get() as SchemaState)
  }

  /** Releases cached pages and prepared statements. */
  giveBack(): void {
    this.#statements.clear()
    this.#cached = 0
    this.db.pragma('shrink_memory')
  }

  close(): void {
    this.#snapshot?.release()
    this.db.close()
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A statement is busy while it is iterated, so streams use their own. They also outlast the snapshot of a turn.
    this.#snapshot?.release()
    try {
      for (const row of this.db.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
    } catch (error) {
      throw storeError(error)
    }
  }
}
