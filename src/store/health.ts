import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { migrations } from './migrations/index.ts'
import type { Store } from './store.ts'
import { StoreUnavailable } from './store-error.ts'

const PATIENCE_MS = 5000

/** SQLite needs some room for every change, before it finds out that there is none. */
const ENOUGH_BYTES = 1024 * 1024

const PROBE_BYTES = 64 * 1024

/** Looks after one database. */
export class DatabaseHealth {
  readonly #store: Store
  #probe: Promise<void> | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Why the database cannot serve now, or null when it can. */
  async trouble(): Promise<string | null> {
    try {
      return await withTimeout(this.#findTrouble())
    } catch (error) {
      return error instanceof StoreUnavailable && error.onlyWrites ? error.message : 'The database does not answer.'
    }
  }

  async #findTrouble(): Promise<string | null> {
    const store = this.#store
    // With a value, as almost every statement has one: a pooler in between may refuse those, and only those.
    const done = await sql<{ name: string }>`select name from migration where name <> ${''}`.execute(store.read)
    const applied = new Set(done.rows.map(row => row.name))
    if (applied.size > migrations.length) return new StoreUnavailable('outdated', null).message
    const missing = migrations.find(migration => !applied.has(migration.name))
    if (missing) return `The database lacks the migration ${missing.name}.`
    if (store.writeTrouble !== null) await this.#tryToWrite()
    const freeBytes = await store.freeBytes()
    return freeBytes !== null && freeBytes < ENOUGH_BYTES ? 'The disk of the database is full.' : null
  }

  /**
   * After a write has failed, one that takes room and gives it back tells whether that is over. Those who ask meanwhile wait
   * for the same one.
   */
  #tryToWrite(): Promise<void> {
    this.#probe ??= this.#store
      .transaction(async tx => {
        const name = `probe-${randomUUID()}`
        const room = randomBytes(PROBE_BYTES / 2).toString('hex')
        await sql`insert into migration (name, applied_at) values (${name}, ${room})`.execute(tx)
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
  const timer = setTimeout(() => reject(new Error('timeout')), PATIENCE_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
