import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Release, THIS_RELEASE, versionNumber } from './release.ts'
import { SCHEMA_STATE, type SchemaState } from './schema-guard.ts'
import type { Store, Writer } from './store.ts'
import { StoreUnavailable } from './store-error.ts'

const TIMEOUT_MS = 5000

/** SQLite needs some free space for every change. */
const MIN_FREE_BYTES = 1024 * 1024

/** Anyone may ask for readiness, so more frequent questions share a test write. */
const WRITE_EVERY_MS = 1000

/** A test write that takes longer than this does not delay the response. It goes on, and others share it. */
const WRITE_PATIENCE_MS = 1000

/** Test writes wait for migrations, and on SQLite for imports. After this long, something else is wrong. */
const LONGEST_WAIT_MS = 60_000

const PROBE_BYTES = 64 * 1024

export interface HealthOptions {
  readonly release?: Release
  /** False for a server that must not write. */
  readonly writes?: boolean
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/** Undoes a test write. */
class Undo extends Error {}

export class DatabaseHealth {
  readonly #store: Store
  readonly #options: Required<HealthOptions>
  #probe: Promise<void> | undefined
  /** When the current probe began. */
  #began = 0
  #triedAt = Number.NEGATIVE_INFINITY

  constructor(store: Store, options: HealthOptions = {}) {
    this.#store = store
    this.#options = { release: THIS_RELEASE, writes: true, now: () => performance.now(), ...options }
  }

  /** Why the database is not usable; null if it is. */
  async trouble(): Promise<string | null> {
    try {
      return await withTimeout(this.#findTrouble())
    } catch (error) {
      return error instanceof StoreUnavailable && error.onlyWrites ? error.message : 'The database does not respond.'
    }
  }

  async #findTrouble(): Promise<string | null> {
    const store = this.#store
    // Uses a parameter, like almost every statement: a misconfigured pooler may reject only those.
    const done = await sql<{ name: string }>`select name from migration where name <> ${''}`.execute(store.read)
    const applied = new Set(done.rows.map(row => row.name))
    const { version, migrations } = this.#options.release
    const missing = migrations.find(migration => !applied.has(migration.name))
    if (missing)
      return `The database lacks the migration ${missing.name}. Run "parlance db migrate" or restart the server.`
    const { rows } = await sql.raw<SchemaState>(SCHEMA_STATE).execute(store.primary)
    if (rows[0]!.oldest_version > versionNumber(version)) return new StoreUnavailable('outdated', null).message
    const stuck = this.#options.writes && !store.isReadOnly ? await this.#write() : null
    if (stuck !== null) return stuck
    const freeBytes = await store.freeBytes()
    return freeBytes !== null && freeBytes < MIN_FREE_BYTES ? 'The disk of the database is full.' : null
  }

  /** Fails if a test write fails. Returns a message if none has finished for a long time. */
  async #write(): Promise<string | null> {
    const { now } = this.#options
    if (this.#probe === undefined && this.#store.writeTrouble === null && now() - this.#triedAt < WRITE_EVERY_MS)
      return null
    if (this.#probe === undefined) this.#beginProbe()
    const patience = Promise.withResolvers<void>()
    const timer = setTimeout(patience.resolve, WRITE_PATIENCE_MS)
    await Promise.race([this.#probe, patience.promise]).finally(() => clearTimeout(timer))
    const waited = this.#probe === undefined ? 0 : now() - this.#began
    return waited > LONGEST_WAIT_MS ? `The database has not accepted a write for ${Math.floor(waited / 1000)} s.` : null
  }

  #beginProbe(): void {
    const { now } = this.#options
    this.#began = now()
    const probe = this.#store.writeTrouble === null ? this.#writeAndUndo() : this.#store.transaction(takeUpSpace)
    this.#probe = probe.finally(() => {
      this.#probe = undefined
      this.#triedAt = now()
    })
    // It may outlast the request.
    this.#probe.catch(() => {})
  }

  /** Undone, so that it waits for no disk. */
  async #writeAndUndo(): Promise<void> {
    try {
      await this.#store.transaction(async tx => {
        await insertProbe(tx, `probe-${randomUUID()}`, '')
        throw new Undo()
      })
    } catch (error) {
      if (!(error instanceof Undo)) throw error
    }
  }
}

const insertProbe = (tx: Writer, name: string, filler: string) =>
  sql`insert into migration (name, applied_at) values (${name}, ${filler})`.execute(tx)

/** After a failed write, for example on a full disk, tests whether a commit works again. */
async function takeUpSpace(tx: Writer): Promise<void> {
  const name = `probe-${randomUUID()}`
  await insertProbe(tx, name, randomBytes(PROBE_BYTES / 2).toString('hex'))
  await sql`delete from migration where name = ${name}`.execute(tx)
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Whether the database is a hot standby, which cannot be written to. */
export async function isStandby({ engine, primary }: Store): Promise<boolean> {
  if (engine === 'sqlite') return false
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(primary)
  return rows[0]!.standby
}
