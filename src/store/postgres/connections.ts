import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { countStatements } from '#tracing/span.ts'
import { MAX_KEPT_LENGTH } from '../kept-statements.ts'
import { currentGroup, type ReadGroup, type WaitingRead } from '../read-together.ts'
import { currentReading } from '../reading.ts'
import { arrive, LATER } from '../run-later.ts'
import { SCHEMA_STATE, type SchemaGuard, type SchemaState } from '../schema-guard.ts'
import { StoreUnavailable, storeError } from '../store-error.ts'
import { throwIfUnwanted } from '../turn.ts'
import { type Answer, Batch, type Command } from './batch.ts'
import { BorrowedClient, NOTHING, QuietClient } from './clients.ts'
import type { Hosts } from './hosts.ts'
import { Pooler } from './pooler.ts'
import { destroy } from './probe.ts'
import { BEGIN, COMMIT_WITH_POSITION } from './transaction-statements.ts'

const MAX_NAMES = 2048
/** For waiting until a connection is free. */
const QUEUE_MS = 30_000

/** While the server is down, connection attempts are limited by growing pauses. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2000

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
        const group = retry ? currentGroup() : undefined
        if (group !== undefined) return this.#memberOf(group)
        const client = new BorrowedClient(await this.#connect())
        const query = retry
          ? (sql: unknown, values?: readonly unknown[]) => this.#read(client, sql, values)
          : (sql: unknown, values?: readonly unknown[]) => this.#write(client, sql, values)
        const release = (discard?: boolean) => this.#release(client, discard)
        return { query, release } as unknown as PostgresPoolClient
      },
    }
  }

  #release({ current: own }: BorrowedClient, discard = false): void {
    own?.release(discard || this.#isFromBefore(own))
  }

  /** Sends its statements with those of the group. */
  #memberOf(group: ReadGroup): PostgresPoolClient {
    const query = (sql: string, values: readonly unknown[] = []) => {
      throwIfUnwanted()
      // Without values, it may be several statements, which cannot be sent together with others.
      return group.add(values.length > 0 ? this.#readAll : this.#readEach, sql, values)
    }
    return { query, release: () => {} } as unknown as PostgresPoolClient
  }

  readonly #readEach = (reads: readonly WaitingRead[]) => {
    for (const read of reads) void this.#readAll([read])
  }

  readonly #readAll = async (reads: readonly WaitingRead[]): Promise<void> => {
    let client: BorrowedClient | undefined
    try {
      client = new BorrowedClient(await this.#connect())
      await this.#answerAll(client, reads)
    } catch (error) {
      for (const { reject } of reads) reject(error)
    } finally {
      if (client !== undefined) this.#release(client)
    }
  }

  async #answerAll(client: BorrowedClient, reads: readonly WaitingRead[]): Promise<void> {
    try {
      if (reads.length > 1) {
        const commands = reads.map(({ sql, values }) => this.#command(sql, values))
        const answers = await this.#send(client.current!, commands)
        return reads.forEach(({ resolve }, at) => {
          resolve(answers[at])
        })
      }
    } catch {
      // One by one, so that each gets its own error, or is repeated on another connection.
    }
    for (const { sql, values, resolve, reject } of reads) await this.#read(client, sql, values).then(resolve, reject)
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
    if (sql === 'rollback') return client.take().isBeginning ? NOTHING : this.#query(client.current!, sql)
    // An aborted transaction that has done all its work may as well commit.
    if (sql === 'commit') return this.#commit(client)
    throwIfUnwanted()
    if (sql === 'begin') return client.begin()
    if (typeof sql === 'string' && sql.startsWith(LATER)) return client.add(this.#command(sql, values))
    if (values.length > 0) return (await this.#flush(client, [this.#command(sql as string, values)]))[0]
    // It may be several statements, which cannot be sent together with others.
    await this.#flush(client, [])
    return this.#query(client.current!, sql)
  }

  /** Sends what waits, then these. */
  async #flush(client: BorrowedClient, commands: readonly Command[]): Promise<Answer[]> {
    const { isBeginning, waiting } = client.take()
    const all = [...waiting.map(({ command }) => command), ...commands]
    if (!isBeginning && all.length === 0) return []
    const answers = isBeginning ? await this.#begin(client, all) : await this.#send(client.current!, all)
    for (const [at, { rows }] of waiting.entries()) arrive(rows, answers[at]!.rows)
    return answers.slice(waiting.length)
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
   * Begins a transaction together with its first statements. If the connection is lost, nothing has happened yet, so it
   * begins again on another one.
   */
  async #begin(client: BorrowedClient, first: readonly Command[]): Promise<Answer[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        client.current ??= await this.#connect()
        // A migration since the last transaction may have changed the names.
        const commands = attempt === 1 ? first : first.map(({ text, values }) => this.#command(text, values))
        return await this.#beginOn(client.current, commands)
      } catch (error) {
        if (!isLost(error) || attempt === MAX_BEGINNINGS) throw this.#pooler.explainBeginning(error)
        client.current?.release(true)
        client.current = null
      }
    }
  }

  /**
   * Nothing is written if a newer version has migrated the database. If the server has become a standby, the connection
   * counts as lost.
   */
  async #beginOn(client: pg.PoolClient, first: readonly Command[]): Promise<Answer[]> {
    const { mustWrite } = this.#hosts
    const begin = this.#guard.isOn ? BEGIN : mustWrite ? ['begin', 'select pg_is_in_recovery() as standby'] : ['begin']
    const batch = new Batch([...begin.map(text => this.#command(text, [])), ...first], this.#types)
    const failure = await this.#run(client, batch).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const state = batch.answers[begin.length - 1]?.rows[0] as unknown as SchemaState & { standby?: boolean }
    if (mustWrite && state?.standby) throw this.#lost(client, new Error('The server is a standby.'))
    if (this.#guard.isOn && state !== undefined) this.#checkSchema(state)
    if (failure !== null) throw failure.error
    return batch.answers.slice(begin.length)
  }

  async #commit(client: BorrowedClient): Promise<unknown> {
    if (client.isUnused) return NOTHING
    // Whether this version may write is known only after the beginning.
    if (client.isBeginning) await this.#flush(client, [])
    const end = this.#reportsPosition ? COMMIT_WITH_POSITION : ['commit']
    const [first, committed = first, at] = await this.#flush(
      client,
      end.map(text => this.#command(text, [])),
    )
    if (first!.rows[0]?.wrote) currentReading()?.wrote(at!.rows[0]!.position as number)
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
    countStatements(1)
    try {
      return await client.query(sql as string)
    } catch (error) {
      throw this.#mapped(client, error)
    }
  }

  #send(client: pg.PoolClient, commands: readonly Command[]): Promise<Answer[]> {
    return this.#run(client, new Batch(commands, this.#types))
  }

  async #run(client: pg.PoolClient, batch: Batch): Promise<Answer[]> {
    try {
      return await client.query(batch as unknown as pg.Submittable & Batch).done
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
    if (cached !== undefined || this.#names.size >= MAX_NAMES || sql.length > MAX_KEPT_LENGTH) return cached
    const name = createHash('sha1').update(`${this.#generation} ${sql}`).digest('base64url')
    this.#names.set(sql, name)
    return name
  }
}

/** A migration by a newer version has added a column to what a named statement selects with `*`. */
const isStalePlan = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '0A000' && /cached plan/.test((error as Error).message)

const LOST = -1

/** Connections to try before a transaction fails. */
const MAX_BEGINNINGS = 3

/** Problems after which the hosts of the address are tried again. */
const MOVED: ReadonlySet<string> = new Set(['lost', 'away', 'read-only'])

const isMoved = (error: unknown): boolean => error instanceof StoreUnavailable && MOVED.has(error.trouble)

const isLost = (error: unknown): boolean => error instanceof StoreUnavailable && error.trouble === 'lost'
