import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { DirectAdapter } from '../direct-adapter.ts'
import { COUNT_MIGRATIONS, type SchemaGuard } from '../schema-guard.ts'
import { StoreUnavailable, storeError } from '../store-error.ts'
import { isShort } from '../turn.ts'
import { isUsualLimit } from '../usual-limits.ts'
import type { SqliteConnection } from './connection.ts'
import { endSnapshots } from './snapshot.ts'

const WRITE_TIMEOUT_MS = 30_000
/** Longest pause between attempts to write while another process writes. */
const MAX_WAIT_MS = 10

/** One connection serves all reads, because better-sqlite3 runs them synchronously. */
export class ReadDriver implements Driver {
  readonly connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.connection = connection
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection
  }
  async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    throw new Error('The read connection does not support transactions. Use store.transaction().')
  }
  async commitTransaction(_connection: DatabaseConnection): Promise<void> {}
  async rollbackTransaction(_connection: DatabaseConnection): Promise<void> {}
  async releaseConnection(_connection: DatabaseConnection): Promise<void> {}
  async destroy(): Promise<void> {
    if (this.connection.db.open) this.connection.close()
  }
}

/** A batch commits after this many transactions, or this long after it began. */
const MAX_BATCH = 64
const MAX_BATCH_MS = 20

/** One turn of a transaction on the write connection. */
class Turn implements DatabaseConnection {
  readonly #connection: SqliteConnection
  /** Whether the next transaction has the connection already. */
  isPassed = false

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery(query)
  }

  streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery(query)
  }
}

/** Transactions that share a commit. */
interface Batch {
  readonly begun: number
  /** Those that have finished and wait for the commit. */
  readonly waiting: { resolve(): void; reject(reason: unknown): void }[]
}

/**
 * Allows one writer at a time: a queue within this process, and SQLite's own lock across processes. A commit waits for
 * the disk, which takes longer than most transactions, so transactions that wait for each other share it: each is a
 * savepoint, and is acknowledged when all of them are on disk (docs/decisions/shared-commits.md).
 */
export class WriteDriver extends ReadDriver {
  readonly #queue: { readonly begin: () => void; readonly isShort: boolean }[] = []
  #isTaken = false
  #batch: Batch | null = null
  readonly #guard: SchemaGuard

  constructor(connection: SqliteConnection, guard: SchemaGuard) {
    super(connection)
    this.#guard = guard
  }

  override async acquireConnection(): Promise<Turn> {
    if (this.#isTaken) await new Promise<void>(begin => this.#queue.push({ begin, isShort: isShort() }))
    this.#isTaken = true
    return new Turn(this.connection)
  }

  override async releaseConnection(turn: Turn): Promise<void> {
    if (turn.isPassed) return
    // A transaction that was rolled back may be the last of a batch.
    if (this.#queue.length === 0) this.#endBatch()
    this.#pass(turn)
  }

  #pass(turn: Turn): void {
    turn.isPassed = true
    const next = this.#queue.shift()
    if (next) next.begin()
    else this.#isTaken = false
  }

  override async beginTransaction(): Promise<void> {
    if (this.#batch === null) {
      await this.#beginBatch()
      this.#batch = { begun: performance.now(), waiting: [] }
    }
    this.connection.prepare('SAVEPOINT transaction_of_batch').run()
  }

  async #beginBatch(): Promise<void> {
    const giveUpAt = Date.now() + WRITE_TIMEOUT_MS
    for (let wait = 1; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
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

  override async commitTransaction(turn: Turn): Promise<void> {
    this.connection.prepare('RELEASE transaction_of_batch').run()
    const { begun, waiting } = this.#batch!
    const isFull = waiting.length + 1 >= MAX_BATCH || performance.now() - begun > MAX_BATCH_MS
    // Nobody should wait for long work, such as an import from a repository.
    if (!this.#queue[0]?.isShort || isFull) return this.#commit()
    const written = new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))
    this.#pass(turn)
    return written
  }

  override async rollbackTransaction(): Promise<void> {
    const { db } = this.connection
    if (db.inTransaction) {
      db.exec('ROLLBACK TO transaction_of_batch; RELEASE transaction_of_batch')
      return
    }
    // After some errors, such as a full disk, SQLite rolls back everything.
    this.#fail(new StoreUnavailable('busy', new Error('The shared transaction was rolled back.')))
  }

  #endBatch(): void {
    if (this.#batch === null) return
    if (this.#batch.waiting.length === 0) this.#abandon()
    else
      try {
        this.#commit()
      } catch {
        // The transactions of the batch report it.
      }
  }

  #commit(): void {
    try {
      this.connection.prepare('COMMIT').run()
    } catch (error) {
      const reason = storeError(error)
      this.#fail(reason)
      throw reason
    }
    endSnapshots()
    const { waiting } = this.#batch!
    this.#batch = null
    for (const { resolve } of waiting) resolve()
  }

  #fail(reason: unknown): void {
    const { waiting } = this.#batch ?? { waiting: [] }
    this.#abandon()
    for (const { reject } of waiting) reject(reason)
  }

  #abandon(): void {
    this.#batch = null
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
