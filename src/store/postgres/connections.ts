import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { lockStatement } from '../named-locks.ts'
import { currentReading } from '../reading.ts'
import { LATER } from '../run-later.ts'
import { SCHEMA_STATE, type SchemaGuard, type SchemaState } from '../schema-guard.ts'
import { StoreUnavailable, storeError } from '../store-error.ts'
import { throwIfUnwanted } from '../turn.ts'
import { type Answer, Batch, type Command } from './batch.ts'
import { CONNECT_MS, type Hosts } from './hosts.ts'
import { Pooler } from './pooler.ts'
import { destroy } from './probe.ts'

const MAX_NAMES = 2048
/** Longer statements have long lists of values and are rarely repeated. Every connection would keep their plans. */
const MAX_NAMED_LENGTH = 8000
/**
 * Begins a transaction:
 * - If the network to this process is cut, its transactions must not hold their locks, and the readers of the change
 *   log, until the connection breaks. PostgreSQL waits a minute for the next statement.
 * - The lock prevents migrations during the transaction. The state is a separate statement, so that it sees a migration
 *   that the lock had to wait for.
 */
const BEGIN = [
  'begin',
  `select set_config('idle_in_transaction_session_timeout', '60000', true), (${lockStatement('migrations', 'shared')})`,
  `select state.*, pg_is_in_recovery() as standby from (${SCHEMA_STATE}) as state`,
]
/** Position in the log as a number of bytes. */
export const POSITION = `case when pg_is_in_recovery() then 0 else pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') end`
/** The position after the commit is the one that a replica must reach to show the change. */
const COMMIT_WITH_POSITION = [
  'select pg_current_xact_id_if_assigned() is not null as wrote',
  'commit',
  `select ${POSITION} as position`,
]
/** For waiting until a connection is free. */
const QUEUE_MS = 30_000

/** While the server is down, connection attempts are limited by growing pauses. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2000

/** Ignores error events: a broken connection is reported through the current query. */
class QuietClient extends pg.Client {
  /** See `Hosts.generation`. */
  generation: number

  constructor({ hosts, ...config }: pg.ClientConfig & { hosts: Hosts }) {
    super({
      ...config,
      connectionString: hosts.current,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    this.generation = hosts.generation
    // Without a listener, Node.js ends the process. The pool has one too, but only while the client is idle.
    this.on('error', () => {})
  }
}

interface ConnectionsConfig extends pg.PoolConfig {
  readonly hosts: Hosts
  /** Whether commits report their position in the log, for reading from replicas. */
  readonly reportsPosition?: boolean
}

/** The connections of one process to a PostgreSQL database. Broken connections are replaced. */
export class Connections {
  readonly #pool: pg.Pool
  readonly #hosts: Hosts
  readonly #guard: SchemaGuard
  readonly #pooler: Pooler
  readonly #reportsPosition: boolean
  readonly #types: pg.CustomTypesConfig
  readonly #open = new Set<pg.ClientBase>()
  readonly #names = new Map<string, string>()
  /** Part of every name, so that statements are planned again after a migration. */
  #generation = 0
  #migrations: number | undefined
  #pause = 0
  #notBefore = 0
  #reason: unknown
  #ended: Promise<void> | undefined

  constructor({ reportsPosition = false, ...config }: ConnectionsConfig, guard: SchemaGuard) {
    this.#hosts = config.hosts
    this.#guard = guard
    this.#reportsPosition = reportsPosition
    this.#types = config.types ?? pg.types
    this.#pooler = new Pooler(config.hosts.current)
    this.#pool = new pg.Pool({ ...config, connectionTimeoutMillis: QUEUE_MS, Client: QuietClient as never })
    this.#pool.on('error', () => {}) // idle connections that the server closes are replaced on the next use
    this.#pool.on('connect', client => this.#open.add(client))
    this.#pool.on('remove', client => this.#open.delete(client))
  }

  get numbers(): { open: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { open: totalCount, idle: idleCount, waiting: waitingCount }
  }

  end(): Promise<void> {
    this.#ended ??= this.#pool.end()
    return this.#ended
  }

  /** Ends the pause between connection attempts, because the server responds again. */
  resume(): void {
    this.#pause = 0
    this.#notBefore = 0
  }

  /** Breaks all connections, because their server does not respond. Running statements fail. */
  breakAll(): void {
    this.#hosts.lose(this.#hosts.generation)
    for (const client of this.#open) destroy(client)
  }

  /**
   * A pool for Kysely. With `retry`, a statement whose connection breaks is repeated on a new one, so that reads
   * survive a restart of the server. This is only safe for single statements that change nothing.
   */
  pool({ retry }: { retry: boolean }): PostgresPool {
    return {
      options: {} as PostgresPool['options'],
      end: async () => {},
      connect: async () => {
        const client = new BorrowedClient(await this.#connect())
        const query = retry
          ? (sql: unknown, values?: readonly unknown[]) => this.#read(client, sql, values)
          : (sql: unknown, values?: readonly unknown[]) => this.#write(client, sql, values)
        const release = (discard?: boolean) => {
          const own = client.current
          own?.release(discard || this.#isFromBefore(own))
        }
        return { query, release } as unknown as PostgresPoolClient
      },
    }
  }

  async #read(client: BorrowedClient, sql: unknown, values?: readonly unknown[]): Promise<unknown> {
    throwIfUnwanted()
    try {
      client.current ??= await this.#connect()
      return await this.#query(client.current, sql, values)
    } catch (error) {
      if (this.#guard.maySuspect(error)) throw await this.#explained(client.current!, error)
      if (!isLost(error)) throw error
      client.current?.release(true)
      client.current = null
      client.current = await this.#connect()
      return await this.#query(client.current, sql, values)
    }
  }

  /** Statements of a transaction. */
  async #write(client: BorrowedClient, sql: unknown, values: readonly unknown[] = []): Promise<unknown> {
    const own = client.current!
    if (sql === 'rollback') {
      client.takeLater()
      return this.#query(own, sql)
    }
    // An aborted transaction that has done all its work may as well commit.
    if (sql !== 'commit') throwIfUnwanted()
    if (sql === 'begin') return this.#begin(own)
    if (typeof sql === 'string' && sql.startsWith(LATER)) {
      client.later.push(this.#command(sql, values))
      return NOTHING_YET
    }
    if (sql === 'commit' && this.#reportsPosition) return this.#commit(own, client.takeLater())
    if (client.later.length === 0) return this.#query(own, sql, values)
    const before = client.takeLater()
    if (sql === 'commit' || values.length > 0)
      return (await this.#send(own, [...before, this.#command(sql as string, values)])).at(-1)
    // It may be several statements, which cannot be sent together with others.
    await this.#send(own, before)
    return this.#query(own, sql)
  }

  async #connect(): Promise<pg.PoolClient> {
    if (performance.now() < this.#notBefore && this.#pool.idleCount === 0) throw this.#reason
    try {
      const client = await this.#take()
      this.resume()
      return client
    } catch (error) {
      const mapped = storeError(error)
      // A timeout while waiting for a free connection says nothing about the server.
      if (mapped instanceof StoreUnavailable && mapped.trouble === 'busy') throw mapped
      // A connection that breaks while being opened counts as unreachable, not as lost.
      this.#reason = isLost(mapped) ? new StoreUnavailable('away', error) : mapped
      this.#pause = Math.min(Math.max(this.#pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
      this.#notBefore = performance.now() + this.#pause
      throw this.#reason
    }
  }

  /** A connection to the current host. If it is gone, the hosts are tried again. */
  async #take(): Promise<pg.PoolClient> {
    for (let isLastTry = !this.#hosts.canMove; ; ) {
      await this.#hosts.find()
      const { generation } = this.#hosts
      let client: pg.PoolClient
      try {
        client = await this.#pool.connect()
      } catch (error) {
        if (isLastTry || !isMoved(storeError(error))) throw error
        this.#hosts.lose(generation)
        isLastTry = true
        continue
      }
      if (this.#isFromBefore(client)) {
        client.release(true)
        continue
      }
      await this.#pooler.detect(client).catch(error => {
        client.release(true)
        throw error
      })
      return client
    }
  }

  #isFromBefore(client: pg.ClientBase | null): boolean {
    return (client as QuietClient | null)?.generation !== this.#hosts.generation
  }

  /**
   * Begins a transaction, unless a newer version has migrated the database. If the server has become a standby, the
   * connection counts as lost, so that the transaction begins again on the new primary.
   */
  async #begin(client: pg.PoolClient): Promise<unknown> {
    const { mustWrite } = this.#hosts
    if (!this.#guard.isOn && !mustWrite) return this.#query(client, 'begin')
    try {
      const statements = this.#guard.isOn ? BEGIN : ['begin', 'select pg_is_in_recovery() as standby']
      const answers = await this.#send(
        client,
        statements.map(text => this.#command(text, [])),
      )
      const state = answers.at(-1)!.rows[0] as unknown as SchemaState & { standby: boolean }
      if (mustWrite && state.standby) throw this.#lost(client, new Error('The server is a standby.'))
      if (this.#guard.isOn) this.#checkSchema(state)
      return answers[0]
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw this.#pooler.explainBeginning(error)
    }
  }

  async #commit(client: pg.PoolClient, before: readonly Command[]): Promise<unknown> {
    const end = COMMIT_WITH_POSITION.map(text => this.#command(text, []))
    const [asked, committed, at] = (await this.#send(client, [...before, ...end])).slice(before.length)
    if (asked!.rows[0]!.wrote) currentReading()?.wrote(at!.rows[0]!.position as number)
    return committed
  }

  /** Checks whether a read failed because of a newer schema. */
  async #explained(client: pg.PoolClient, error: unknown): Promise<unknown> {
    const { rows } = (await this.#query(client, SCHEMA_STATE)) as pg.QueryResult<SchemaState>
    return this.#guard.explain(error, rows[0]!)
  }

  /** Statements without parameters may be several in one text. */
  async #query(client: pg.PoolClient, sql: unknown, values: readonly unknown[] = []): Promise<unknown> {
    if (typeof sql === 'string' && values.length > 0) return (await this.#send(client, [this.#command(sql, values)]))[0]
    try {
      return await client.query(sql as string)
    } catch (error) {
      throw this.#mapped(client, error)
    }
  }

  async #send(client: pg.PoolClient, commands: readonly Command[]): Promise<Answer[]> {
    try {
      return await client.query(new Batch(commands, this.#types) as unknown as pg.Submittable & Batch).done
    } catch (error) {
      throw this.#mapped(client, error)
    }
  }

  #mapped(client: pg.PoolClient, error: unknown): unknown {
    if (this.#pooler.isRevealedBy(error)) return new StoreUnavailable('lost', error)
    if (isStalePlan(error)) {
      this.#renameStatements()
      return new StoreUnavailable('lost', error)
    }
    const mapped = storeError(error)
    if (isMoved(mapped)) this.#lost(client, error)
    return mapped
  }

  /** In a transaction, a stale plan would be an error, and no migration can happen until it ends. */
  #checkSchema(state: SchemaState): void {
    this.#guard.refuseNewer(state)
    if (this.#migrations !== undefined && this.#migrations !== state.applied) this.#renameStatements()
    this.#migrations = state.applied
  }

  #renameStatements(): void {
    this.#names.clear()
    this.#generation++
  }

  /** Another host may have become the primary. This connection is not used again. */
  #lost(client: pg.ClientBase, cause: unknown): StoreUnavailable {
    const own = client as unknown as QuietClient
    this.#hosts.lose(own.generation)
    own.generation = LOST
    return new StoreUnavailable('lost', cause)
  }

  /** Uses named statements, which the server parses and plans once per connection. Not behind a pooler. */
  #command(text: string, values: readonly unknown[]): Command {
    return { text, values, name: this.#nameOf(text) }
  }

  #nameOf(sql: string): string | undefined {
    if (this.#pooler.isPresent) return undefined
    const cached = this.#names.get(sql)
    if (cached !== undefined || this.#names.size >= MAX_NAMES || sql.length > MAX_NAMED_LENGTH) return cached
    const name = createHash('sha1').update(`${this.#generation} ${sql}`).digest('base64url')
    this.#names.set(sql, name)
    return name
  }
}

/** A connection while a caller has it. */
class BorrowedClient {
  /** Null between a broken connection and its replacement. */
  current: pg.PoolClient | null
  /** Statements to send with the next one. */
  later: Command[] = []

  constructor(client: pg.PoolClient) {
    this.current = client
  }

  takeLater(): readonly Command[] {
    const { later } = this
    if (later.length > 0) this.later = []
    return later
  }
}

/** Response to a statement that is sent later. */
const NOTHING_YET: Answer = { command: '', rowCount: 0, rows: [] }

/** A migration by a newer version has added a column to what a named statement selects with `*`. */
const isStalePlan = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '0A000' && /cached plan/.test((error as Error).message)

const LOST = -1

/** Problems after which the hosts of the address are tried again. */
const MOVED: ReadonlySet<string> = new Set(['lost', 'away', 'read-only'])

const isMoved = (error: unknown): boolean => error instanceof StoreUnavailable && MOVED.has(error.trouble)

const isLost = (error: unknown): boolean => error instanceof StoreUnavailable && error.trouble === 'lost'
