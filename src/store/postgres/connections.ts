import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { lockStatement } from '../named-locks.ts'
import { currentReading } from '../reading.ts'
import { SCHEMA_STATE, type SchemaGuard, type SchemaState } from '../schema-guard.ts'
import { StoreUnavailable, storeError } from '../store-error.ts'
import { throwIfUnwanted } from '../turn.ts'
import { CONNECT_MS, type Hosts } from './hosts.ts'
import { Pooler } from './pooler.ts'
import { destroy } from './probe.ts'

const MAX_NAMES = 2048
/** Longer statements have long lists of values and are rarely repeated. Every connection would keep their plans. */
const MAX_NAMED_LENGTH = 8000
/**
 * Prevents migrations during the transaction. The state is a separate statement, so that it sees a migration that the
 * lock had to wait for.
 */
const GUARD = `; ${lockStatement('migrations', 'shared')}; ${SCHEMA_STATE}`
/**
 * If the network to this process is cut, its transactions must not hold their locks, and the readers of the change log,
 * until the connection breaks. PostgreSQL waits this long for the next statement.
 */
const LIMIT_PAUSES = '; set local idle_in_transaction_session_timeout = 60000'
const ASK_ROLE = '; select pg_is_in_recovery() as standby'
/** Position in the log as a number of bytes. */
export const POSITION = `case when pg_is_in_recovery() then 0 else pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') end`
/** The position after the commit is the one that a replica must reach to show the change. */
const COMMIT_WITH_POSITION = `select pg_current_xact_id_if_assigned() is not null as wrote; commit;
  select ${POSITION} as position`
/** Must run even if the work was aborted. */
const ENDS = new Set<unknown>(['commit', 'rollback'])
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
        let client: pg.PoolClient | null = await this.#connect()
        const query = async (sql: unknown, parameters?: readonly unknown[]) => {
          if (!ENDS.has(sql)) throwIfUnwanted()
          try {
            client ??= await this.#connect()
            return await this.#run(client, sql, parameters)
          } catch (error) {
            if (retry && this.#guard.maySuspect(error)) throw await this.#explained(client!, error)
            if (!(retry && isLost(error))) throw error
            client?.release(true)
            client = null
            client = await this.#connect()
            return await this.#query(client, sql, parameters)
          }
        }
        const release = (discard?: boolean) => client?.release(discard || this.#isFromBefore(client))
        return { query, release } as unknown as PostgresPoolClient
      },
    }
  }

  #run(client: pg.PoolClient, sql: unknown, parameters?: readonly unknown[]): Promise<unknown> {
    if (sql === 'begin') return this.#begin(client)
    if (sql === 'commit' && this.#reportsPosition) return this.#commit(client)
    return this.#query(client, sql, parameters)
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
   * connection counts as lost, so that the transaction begins again on the new primary. All of it is a single round
   * trip.
   */
  async #begin(client: pg.PoolClient): Promise<unknown> {
    const { mustWrite } = this.#hosts
    if (!this.#guard.isOn && !mustWrite) return this.#query(client, 'begin')
    try {
      const statements = `begin${mustWrite ? ASK_ROLE : ''}${this.#guard.isOn ? LIMIT_PAUSES + GUARD : ''}`
      const results = (await this.#query(client, statements)) as pg.QueryResult[]
      if (mustWrite && results[1]!.rows[0].standby) throw this.#lost(client, new Error('The server is a standby.'))
      if (this.#guard.isOn) this.#checkSchema(results.at(-1)!.rows[0] as SchemaState)
      return results[0]
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw this.#pooler.explainBeginning(error)
    }
  }

  async #commit(client: pg.PoolClient): Promise<unknown> {
    const [asked, committed, at] = (await this.#query(client, COMMIT_WITH_POSITION)) as pg.QueryResult[]
    if (asked!.rows[0].wrote) currentReading()?.wrote(at!.rows[0].position)
    return committed
  }

  /** Checks whether a read failed because of a newer schema. */
  async #explained(client: pg.PoolClient, error: unknown): Promise<unknown> {
    const { rows } = (await this.#query(client, SCHEMA_STATE)) as pg.QueryResult<SchemaState>
    return this.#guard.explain(error, rows[0]!)
  }

  /** Uses named statements, which the server parses and plans once per connection. Not behind a pooler. */
  async #query(client: pg.PoolClient, sql: unknown, parameters?: readonly unknown[]): Promise<unknown> {
    try {
      if (typeof sql !== 'string' || parameters === undefined || parameters.length === 0)
        return await client.query(sql as string, parameters as unknown[])
      const name = this.#nameOf(sql)
      return await client.query({ text: sql, values: parameters as unknown[], ...(name && { name }) })
    } catch (error) {
      if (this.#pooler.isRevealedBy(error)) throw new StoreUnavailable('lost', error)
      if (isStalePlan(error)) {
        this.#renameStatements()
        throw new StoreUnavailable('lost', error)
      }
      const mapped = storeError(error)
      if (isMoved(mapped)) this.#lost(client, error)
      throw mapped
    }
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

  #nameOf(sql: string): string | undefined {
    if (this.#pooler.isPresent) return undefined
    const cached = this.#names.get(sql)
    if (cached !== undefined || this.#names.size >= MAX_NAMES || sql.length > MAX_NAMED_LENGTH) return cached
    const name = createHash('sha1').update(`${this.#generation} ${sql}`).digest('base64url')
    this.#names.set(sql, name)
    return name
  }
}

/** A migration by a newer version has added a column to what a named statement selects with `*`. */
const isStalePlan = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '0A000' && /cached plan/.test((error as Error).message)

const LOST = -1

/** Problems after which the hosts of the address are tried again. */
const MOVED: ReadonlySet<string> = new Set(['lost', 'away', 'read-only'])

const isMoved = (error: unknown): boolean => error instanceof StoreUnavailable && MOVED.has(error.trouble)

const isLost = (error: unknown): boolean => error instanceof StoreUnavailable && error.trouble === 'lost'
