import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { DirectAdapter } from '../direct-adapter.ts'
import { COUNT_MIGRATIONS, type SchemaGuard } from '../schema-guard.ts'
import { isUsualLimit } from '../usual-limits.ts'
import type { SqliteConnection } from './connection.ts'
import { endSnapshots } from './snapshot.ts'

const WRITE_TIMEOUT_MS = 30_000

/** One connection serves all reads, because better-sqlite3 runs them synchronously. */
export class ReadDriver implements Driver {
  readonly connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.connection = connection
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<SqliteConnection> {
    return this.connection
  }
  async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    throw new Error('The read connection does not support transactions. Use store.transaction().')
  }
  async commitTransaction(_connection: DatabaseConnection): Promise<void> {}
  async rollbackTransaction(_connection: DatabaseConnection): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    if (this.connection.db.open) this.connection.close()
  }
}

/** Allows one writer at a time: a queue within this process, and SQLite's own lock across processes. */
export class WriteDriver extends ReadDriver {
  #tail: Promise<void> = Promise.resolve()
  #release: () => void = () => {}
  readonly #guard: SchemaGuard

  constructor(connection: SqliteConnection, guard: SchemaGuard) {
    super(connection)
    this.#guard = guard
  }

  override async acquireConnection(): Promise<SqliteConnection> {
    const before = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = promise
    await before
    this.#release = resolve
    return this.connection
  }

  override async releaseConnection(): Promise<void> {
    this.#release()
  }

  override async beginTransaction(): Promise<void> {
    const giveUpAt = Date.now() + WRITE_TIMEOUT_MS
    for (let wait = 1; ; wait = Math.min(wait * 2, 40)) {
      try {
        this.connection.prepare('BEGIN IMMEDIATE').run()
        return this.#refuseNewer()
      } catch (error) {
        // Wait here, because waiting inside SQLite would block all requests of this process.
        if ((error as { code?: string }).code !== 'SQLITE_BUSY' || Date.now() > giveUpAt) throw error
        await sleep(wait)
      }
    }
  }

  /** Safe here: no other process can migrate while this transaction holds the write lock. */
  #refuseNewer(): void {
    if (!this.#guard.isOn) return
    try {
      const { steps } = this.connection.prepare(COUNT_MIGRATIONS).get() as { steps: number }
      this.#guard.refuseNewer(steps)
    } catch (error) {
      this.connection.prepare('ROLLBACK').run()
      throw error
    }
  }

  override async commitTransaction(): Promise<void> {
    this.connection.prepare('COMMIT').run()
    endSnapshots()
  }

  override async rollbackTransaction(): Promise<void> {
    if (this.connection.db.inTransaction) this.connection.prepare('ROLLBACK').run()
  }
}

/** Gives direct access to the connection: reads may always use it, and transactions already hold it. */
class ConnectedAdapter extends DirectAdapter {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    super()
    this.#connection = connection
  }

  all(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.#connection.all(sql, parameters)
  }
}

export const sqliteDialect = (driver: ReadDriver): Dialect => ({
  createAdapter: () => new ConnectedAdapter(driver.connection),
  createDriver: () => driver,
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new LimitWritingCompiler(),
})

/**
 * Writes common limits into the statement's text. If the limit is a parameter, SQLite plans the statement again on
 * every run, which costs more than most of our statements. Uncommon limits stay parameters, so that they do not fill
 * the cache of prepared statements.
 */
class LimitWritingCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && isUsualLimit(limit.value as number)) {
      this.append(`limit ${limit.value}`)
    } else super.visitLimit(node)
  }
}
