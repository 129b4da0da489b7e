import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { migrations } from './migrations/index.ts'
import type { Store } from './store.ts'
import { StoreUnavailable } from './store-error.ts'

const TIMEOUT_MS = 5000

/** SQLite needs some free space for every change. */
const MIN_FREE_BYTES = 1024 * 1024

const PROBE_BYTES = 64 * 1024

export class DatabaseHealth {
  readonly #store: Store
  #probe: Promise<void> | undefined

  constructor(store: Store) {
    this.#store = store
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
    if (applied.size > migrations.length) return new StoreUnavailable('outdated', null).message
    const missing = migrations.find(migration => !applied.has(migration.name))
    if (missing)
      return `The database lacks the migration ${missing.name}. Run "parlance db migrate" or restart the server.`
    if (store.writeTrouble !== null) await this.#tryToWrite()
    const freeBytes = await store.freeBytes()
    return freeBytes !== null && freeBytes < MIN_FREE_BYTES ? 'The disk of the database is full.' : null
  }

  /**
   * After a failed write, tests whether writing works again by taking up space and releasing it. Concurrent calls share
   * one probe.
   */
  #tryToWrite(): Promise<void> {
    this.#probe ??= this.#store
      .transaction(async tx => {
        const name = `probe-${randomUUID()}`
        const filler = randomBytes(PROBE_BYTES / 2).toString('hex')
        await sql`insert into migration (name, applied_at) values (${name}, ${filler})`.execute(tx)
        await sql`delete from migration where name = ${name}`.execute(tx)
      })
      .finally(() => {
        this.#probe = undefined
      })
    return this.#probe
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
