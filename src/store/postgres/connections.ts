import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { lockStatement } from '../named-locks.ts'
import { COUNT_MIGRATIONS, type SchemaGuard } from '../schema-guard.ts'
import { StoreUnavailable, storeError } from '../store-error.ts'
import { throwIfUnwanted } from '../turn.ts'
import { Pooler } from './pooler.ts'

const MAX_NAMES = 2048
/** Those that are longer have long lists of values, hardly ever as many again; every connection would keep their plans. */
const LONGEST_NAMED = 8000
/**
 * Nobody migrates while somebody may write. A statement of its own counts afterwards, so that it sees what a migration did
 * for which this one waited; all of it is one way there and back.
 */
const BEGIN_GUARDED = `begin; ${lockStatement('migrations', 'shared')}; ${COUNT_MIGRATIONS}`
/** How a transaction ends is not for whoever wants it no more to stop. */
const ENDS = new Set<unknown>(['commit', 'rollback'])
/** To make a connection. */
const CONNECT_MS = 5000
/** To wait until somebody else gives one back. */
const QUEUE_MS = 30_000

/** A server that is away is not asked again by everybody at once, but after a pause that grows. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2000

/** A client that ends nobody: whoever uses it when its connection breaks hears of that by their query. */
class CalmClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS, keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
    // Without a listener, Node ends the process. The pool has one too, but only while nobody uses the client.
    this.on('error', () => {})
  }
}

/** The connections of one process to one PostgreSQL database. They may break at any time; those who come later get new ones. */
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
    this.#pool = new pg.Pool({ ...config, connectionTimeoutMillis: QUEUE_MS, Client: CalmClient as never })
    this.#pool.on('error', () => {}) // an idle connection that the server closes is replaced at the next use
  }

  /** How many there are, and how many wait for one. */
  get numbers(): { open: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { open: totalCount, idle: idleCount, waiting: waitingCount }
  }

  end(): Promise<void> {
    this.#ended ??= this.#pool.end()
    return this.#ended
  }

  /**
   * As Kysely wants them. With `askTwice` a statement whose connection breaks is asked once more on a new one, so that a
   * server that was started anew is not noticed by those who read; that is right for single statements that change nothing.
   */
  pool({ askTwice }: { askTwice: boolean }): PostgresPool {
    return {
      options: {} as PostgresPool['options'],
      end: async () => {},
      connect: async () => {
        let client: pg.PoolClient | null = await this.#connect()
        const query = async (sql: unknown, parameters?: readonly unknown[]) => {
          if (!ENDS.has(sql)) throwIfUnwanted()
          try {
            client ??= await this.#connect()
            return await (sql === 'begin' ? this.#begin(client) : this.#ask(client, sql, parameters))
          } catch (error) {
            if (askTwice && this.#guard.maySuspect(error)) throw await this.#explained(client!, error)
            if (!(askTwice && isLost(error))) throw error
            client?.release(true)
            client = null
            client = await this.#connect()
            return await this.#ask(client, sql, parameters)
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
      await this.#pooler.lookFor(client).catch(error => {
        client.release(true)
        throw error
      })
      this.#pause = 0
      this.#notBefore = 0
      return client
    } catch (error) {
      const mapped = storeError(error)
      // Waiting in vain for somebody else's connection says nothing about the server.
      if (mapped instanceof StoreUnavailable && mapped.trouble === 'busy') throw mapped
      // A connection that breaks while it is being made was never there to be lost.
      this.#reason = isLost(mapped) ? new StoreUnavailable('away', error) : mapped
      this.#pause = Math.min(Math.max(this.#pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
      this.#notBefore = performance.now() + this.#pause
      throw this.#reason
    }
  }

  /** Begins a transaction that may write, unless a newer program has migrated the database. */
  async #begin(client: pg.PoolClient): Promise<unknown> {
    if (!this.#guard.isOn) return this.#ask(client, 'begin')
    try {
      const [begun, , counted] = (await this.#ask(client, BEGIN_GUARDED)) as pg.QueryResult[]
      this.#guard.refuseNewer(counted!.rows[0].steps)
      return begun
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw this.#pooler.explainBeginning(error)
    }
  }

  /** Why a statement outside of transactions failed: the schema may be newer than this program knows. */
  async #explained(client: pg.PoolClient, error: unknown): Promise<unknown> {
    const { rows } = (await this.#ask(client, COUNT_MIGRATIONS)) as pg.QueryResult
    return this.#guard.explain(error, rows[0].steps)
  }

  /** Names each statement after its text, so that the server parses and plans it once per connection. A pooler may change connections in between. */
  async #ask(client: pg.PoolClient, sql: unknown, parameters?: readonly unknown[]): Promise<unknown> {
    try {
      if (typeof sql !== 'string' || parameters === undefined || parameters.length === 0)
        return await client.query(sql as string, parameters as unknown[])
      const name = this.#nameOf(sql)
      return await client.query({ text: sql, values: parameters as unknown[], ...(name && { name }) })
    } catch (error) {
      if (this.#pooler.isBehind(error)) throw new StoreUnavailable('lost', error)
      throw storeError(error)
    }
  }

  #nameOf(sql: string): string | undefined {
    if (this.#pooler.isThere) return undefined
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= MAX_NAMES || sql.length > LONGEST_NAMED) return known
    const name = createHash('sha1').update(sql).digest('base64url')
    this.#names.set(sql, name)
    return name
  }
}

const isLost = (error: unknown): boolean => error instanceof StoreUnavailable && error.trouble === 'lost'
