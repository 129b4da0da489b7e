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
import { SCHEMA_STATE, type SchemaGuard, type SchemaState } from '../schema-guard.ts'
import { startTurnAgain } from '../turn.ts'
import { isUsualLimit } from '../usual-limits.ts'
import { writeTurns } from '../write-turns.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { SqliteConnection } from './connection.ts'
import { endSnapshots } from './snapshot.ts'
import type { WalSync } from './wal-sync.ts'

const WRITE_TIMEOUT_MS = 30_000
/** How long the transactions that wait in this process may follow each other before others get their turn. */
const BATCH_MS = 10
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

/**
 * Allows one writer at a time: a queue within this process, turns among known processes, and SQLite's own lock. The next
 * transaction begins while the last one is flushed to disk, so transactions that wait for the disk share a flush.
 */
export class WriteDriver extends ReadDriver {
  readonly #queue: (() => void)[] = []
  #isTaken = false
  /** When the first of the transactions that follow each other began; null between them. */
  #batchBegan: number | null = null
  readonly #guard: SchemaGuard
  readonly #log: WalSync
  readonly #checkpoints: Checkpoints

  constructor(connection: SqliteConnection, guard: SchemaGuard, log: WalSync, checkpoints: Checkpoints) {
    super(connection)
    this.#guard = guard
    this.#log = log
    this.#checkpoints = checkpoints
  }

  override async acquireConnection(): Promise<Turn> {
    if (this.#isTaken) await new Promise<void>(resolve => this.#queue.push(resolve))
    this.#isTaken = true
    return new Turn(this.connection)
  }

  override async releaseConnection(turn: Turn): Promise<void> {
    if (!turn.isPassed) this.#pass(turn)
  }

  #pass(turn: Turn): void {
    turn.isPassed = true
    const next = this.#queue.shift()
    const goesOn = next !== undefined && performance.now() - (this.#batchBegan ?? 0) < BATCH_MS
    if (!goesOn) this.#batchBegan = null
    writeTurns()?.pass(goesOn)
    if (next === undefined) this.#isTaken = false
    else if (goesOn) next()
    // A turn of the event loop that ended inside a transaction would keep the database locked for all that others do.
    else setImmediate(next)
  }

  override async beginTransaction(): Promise<void> {
    this.#log.refuseAfterFailure()
    await writeTurns()?.take()
    const giveUpAt = Date.now() + WRITE_TIMEOUT_MS
    for (let wait = 1; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      try {
        this.connection.prepare('BEGIN IMMEDIATE').run()
        this.#batchBegan ??= performance.now()
        startTurnAgain()
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
      this.#guard.refuseNewer(this.connection.prepare(SCHEMA_STATE).get() as SchemaState)
    } catch (error) {
      this.connection.prepare('ROLLBACK').run()
      throw error
    }
  }

  /** The transaction is acknowledged when it is on disk. */
  override async commitTransaction(turn: Turn): Promise<void> {
    this.connection.prepare('COMMIT').run()
    endSnapshots()
    this.#pass(turn)
    if (!this.#log.isOff) this.#checkpoints.noteCommit(this.#changedRows())
    await this.#log.flush()
  }

  #changedRows(): number {
    return (this.connection.prepare('select total_changes() as rows').get() as { rows: number }).rows
  }

  override async rollbackTransaction(): Promise<void> {
    // After some errors, such as a full disk, SQLite has already rolled back.
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
