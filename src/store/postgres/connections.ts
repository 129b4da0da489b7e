import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { lockStatement } from '../named-locks.ts'
import { COUNT_MIGRATIONS, type SchemaGuard } from '../schema-guard.ts'
import { StoreUnavailable, storeError } from '../store-error.ts'
import { throwIfUnwanted } from '../turn.ts'
import { Pooler } from './pooler.ts'

const MAX_NAMES = 2048
/** Longer statements have long lists of values and are rarely repeated. Every connection would keep their plans. */
const MAX_NAMED_LENGTH = 8000
/**
 * Prevents migrations during the transaction. The count is a separate statement, so that it sees a migration that the
 * lock had to wait for. All of it is a single round trip.
 */
const BEGIN_GUARDED = `begin; ${lockStatement('migrations', 'shared')}; ${COUNT_MIGRATIONS}`
/** Must run even if the work was aborted. */
const ENDS = new Set<unknown>(['commit', 'rollback'])
/** For opening a connection. */
const CONNECT_MS = 5000
/** For waiting until a connection is free. */
const QUEUE_MS = 30_000

/** While the server is down, connection attempts are limited by growing pauses. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2000

/** Ignores error events: a broken connection is reported through the current query. */
class QuietClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS, keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
    // Without a listener, Node.js ends the process. The pool has one too, but only while the client is idle.
    this.on('error', () => {})
  }
}

/** The connections of one process to a PostgreSQL database. Broken connections are replaced. */
export class Connections {
  readonly #pool: pg.Pool
  readonly #guard: SchemaGuard
  readonly #pooler: Pooler
  readonly #names = new Map<string, string>()
  #pause = 0
  #notBefore = 0
  #reason: unknown
  #ended: Promise<void> | undefined

  constructor(config: pg.PoolConfig, guard: SchemaGuard) {
    this.#guard = guard
    this.#pooler = new Pooler(config.connectionString ?? '')
    this.#pool = new pg.Pool({ ...config, connectionTimeoutMillis: QUEUE_MS, Client: QuietClient as never })
    this.#pool.on('error', () => {}) // idle connections that the server closes are replaced on the next use
  }

  get numbers(): { open: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { open: totalCount, idle: idleCount, waiting: waitingCount }
  }

  end(): Promise<void> {
    this.#ended ??= this.#pool.end()
    return this.#ended
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
            return await (sql === 'begin' ? this.#begin(client) : this.#query(client, sql, parameters))
          } catch (error) {
            if (retry && this.#guard.maySuspect(error)) throw await this.#explained(client!, error)
            if (!(retry && isLost(error))) throw error
            client?.release(true)
            client = null
            client = await this.#connect()
            return await this.#query(client, sql, parameters)
          }
        }
        return { query, release: (discard?: boolean) => client?.release(discard) } as unknown as PostgresPoolClient
      },
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (performance.now() < this.#notBefore && this.#pool.idleCount === 0) throw this.#reason
    try {
      const client = await this.#pool.connect()
      await this.#pooler.detect(client).catch(error => {
        client.release(true)
        throw error
      })
      this.#pause = 0
      this.#notBefore = 0
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

  /** Begins a transaction, unless a newer version has migrated the database. */
  async #begin(client: pg.PoolClient): Promise<unknown> {
    if (!this.#guard.isOn) return this.#query(client, 'begin')
    try {
      const [begun, , counted] = (await this.#query(client, BEGIN_GUARDED)) as pg.QueryResult[]
      this.#guard.refuseNewer(counted!.rows[0].steps)
      return begun
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw this.#pooler.explainBeginning(error)
    }
  }

  /** Checks whether a read failed because of a newer schema. */
  async #explained(client: pg.PoolClient, error: unknown): Promise<unknown> {
    const { rows } = (await this.#query(client, COUNT_MIGRATIONS)) as pg.QueryResult
    return this.#guard.explain(error, rows[0].steps)
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
      throw storeError(error)
    }
  }

  #nameOf(sql: string): string | undefined {
    if (this.#pooler.isPresent) return undefined
    const cached = this.#names.get(sql)
    if (cached !== undefined || this.#names.size >= MAX_NAMES || sql.length > MAX_NAMED_LENGTH) return cached
    const name = createHash('sha1').update(sql).digest('base64url')
    this.#names.set(sql, name)
    return name
  }
}

const isLost = (error: unknown): boolean => error instanceof StoreUnavailable && error.trouble === 'lost'
