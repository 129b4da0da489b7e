import type BetterSqlite from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { COUNT_MIGRATIONS, type SchemaGuard } from '../schema-guard.ts'
import { storeError } from '../store-error.ts'
import { step } from '../turn.ts'
import { Snapshot } from './snapshot.ts'

/**
 * Characters of all statements that are kept. A statement takes far more memory than its text: five hundred
 * with lists of 500 to 1,000 values took 68 MB.
 */
const MOST_KEPT = 400_000
/** Those that are longer have long lists of values, hardly ever as many again, and take far more memory than others. */
const LONGEST_KEPT = 8000

/**
 * A Kysely connection over better-sqlite3 that prepares each statement once.
 * Kysely's own driver prepares anew at every call, which costs more than most of our queries.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly db: BetterSqlite.Database
  readonly #statements = new Map<string, BetterSqlite.Statement>()
  readonly #snapshot: Snapshot | null
  readonly #guard: SchemaGuard | undefined
  /** Length of all statements together. */
  #kept = 0

  /** A connection that only reads gives all that is read in one turn of the event loop the same view. */
  constructor(
    db: BetterSqlite.Database,
    { onlyReads = false, guard }: { onlyReads?: boolean; guard?: SchemaGuard } = {},
  ) {
    this.db = db
    this.#guard = guard
    this.#snapshot = onlyReads ? new Snapshot(db) : null
  }

  prepare(sql: string): BetterSqlite.Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.db.prepare(sql)
    if (sql.length > LONGEST_KEPT) return statement
    this.#statements.set(sql, statement)
    this.#kept += sql.length
    for (const oldest of this.#statements.keys()) {
      if (this.#kept <= MOST_KEPT) break
      this.#statements.delete(oldest)
      this.#kept -= oldest.length
    }
    return statement
  }

  all(sql: string, parameters: readonly unknown[]): unknown[] {
    try {
      const statement = this.prepare(sql)
      this.#snapshot?.take()
      return statement.all(parameters)
    } catch (error) {
      throw this.#explained(error)
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const over = step()
    if (over !== null) await over
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
    const { steps } = this.db.prepare(COUNT_MIGRATIONS).get() as { steps: number }
    return this.#guard.explain(error, steps)
  }

  /** Pages it has read and statements it has prepared; what is wanted again is read and prepared again. */
  giveBack(): void {
    this.#statements.clear()
    this.#kept = 0
    this.db.pragma('shrink_memory')
  }

  close(): void {
    this.#snapshot?.release()
    this.db.close()
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A statement that is being iterated is busy, so a stream never shares a cached one, and it goes on for many turns.
    this.#snapshot?.release()
    try {
      for (const row of this.db.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
    } catch (error) {
      throw storeError(error)
    }
  }
}
