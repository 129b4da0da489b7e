import Sqlite from 'better-sqlite3'
import { type CacheStatistics, listCache } from '#cache/bounded-cache.ts'
import type { Claims, Release, SharedCache, SharedEntry } from '#cache/shared-cache.ts'
import { privateFile } from './sqlite/private-file.ts'

/** One entry must not evict everything else. */
const LARGEST_SHARE = 1 / 8
/** Entries to evict before looking at the size again. */
const EVICTED = 16
/** How long a process waits for another one that writes. A write takes a fraction of a millisecond. */
const WAIT_MS = 100
const SET_UP_MS = 5000

interface Options {
  readonly file: string
  /** For the statistics of this process. */
  readonly name: string
  /** Size of the file in bytes. */
  readonly limit: number
  readonly claims: Claims
  /** Called for the first error. A cache that fails is only slower. */
  readonly onError: (error: unknown) => void
}

/**
 * A cache in an SQLite file, which several processes can read and write at the same time. Losing it does no harm, so
 * nothing waits for the disk. A full file loses what was written longest ago; entries in its older half that are still
 * read become new again.
 */
export class FileCache implements SharedCache {
  readonly #db: Sqlite.Database
  readonly #limit: number
  readonly #claims: Claims
  readonly #onError: (error: unknown) => void
  readonly #statistics: { -readonly [K in keyof CacheStatistics]: CacheStatistics[K] }
  readonly #statements: ReturnType<typeof prepare>
  readonly #add: (key: string, value: Buffer) => number
  /** Entries before this one are in the older half of a file that is filling up. */
  #middle = 0
  #hasFailed = false

  constructor({ file, name, limit, claims, onError }: Options) {
    this.#db = opened(file)
    this.#statements = prepare(this.#db)
    this.#limit = limit
    this.#claims = claims
    this.#onError = onError
    this.#statistics = { name, hits: 0, misses: 0 }
    const add = this.#db.transaction((key: string, value: Buffer) => {
      const { lastInsertRowid } = this.#statements.insert.run(key, value)
      this.#evict()
      return Number(lastInsertRowid)
    })
    this.#add = (key, value) => add.immediate(key, value)
    listCache(this)
  }

  get statistics(): CacheStatistics {
    return this.#statistics
  }

  get(key: string): SharedEntry | undefined {
    try {
      const row = this.#statements.get.get(key)
      this.#statistics[row === undefined ? 'misses' : 'hits']++
      if (row === undefined) return undefined
      if (row.id < this.#middle) this.#renew(row.id)
      return { value: row.value, stamp: row.id }
    } catch (error) {
      return this.#failed(error)
    }
  }

  /** An entry that stays old, because another process is writing, can still be used. */
  #renew(id: number): void {
    try {
      this.#statements.renew.run(id)
    } catch (error) {
      this.#failed(error)
    }
  }

  set(key: string, value: Buffer): number {
    if (value.length > this.#limit * LARGEST_SHARE) return 0
    try {
      return this.#add(key, value)
    } catch (error) {
      return this.#failed(error) ?? 0
    }
  }

  claim(key: string): Promise<Release | null> {
    return this.#claims.claim(key)
  }

  close(): void {
    this.#db.close()
  }

  #evict(): void {
    const { size, used, ends } = this.#statements
    let bytes = used.get()!.pages * size
    this.#middle = 0
    if (bytes < this.#limit / 2) return
    const { first, last } = ends.get()!
    this.#middle = Math.floor((first + last) / 2)
    while (bytes > this.#limit && this.#statements.evict.run(EVICTED).changes > 0) bytes = used.get()!.pages * size
  }

  #failed(error: unknown): undefined {
    if (!this.#hasFailed) this.#onError(error)
    this.#hasFailed = true
  }
}

/** All processes of a server open a new file at the same time, and only one can set it up. */
function opened(file: string): Sqlite.Database {
  privateFile(file)
  const db = new Sqlite(file, { timeout: SET_UP_MS })
  try {
    db.pragma('synchronous = OFF')
    db.pragma('journal_mode = WAL')
    db.pragma('cache_size = -1000')
    db.exec(
      'CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, value BLOB NOT NULL)',
    )
    db.pragma(`busy_timeout = ${WAIT_MS}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const prepare = (db: Sqlite.Database) => ({
  get: db.prepare<[string], { id: number; value: Buffer }>('SELECT id, value FROM entry WHERE key = ?'),
  insert: db.prepare<[string, Buffer]>('INSERT OR REPLACE INTO entry (key, value) VALUES (?, ?)'),
  renew: db.prepare<[number]>('UPDATE entry SET id = (SELECT max(id) + 1 FROM entry) WHERE id = ?'),
  evict: db.prepare<[number]>('DELETE FROM entry WHERE id IN (SELECT id FROM entry ORDER BY id LIMIT ?)'),
  ends: db.prepare<[], { first: number; last: number }>('SELECT min(id) AS first, max(id) AS last FROM entry'),
  used: db.prepare<[], { pages: number }>(
    'SELECT (SELECT page_count FROM pragma_page_count) - (SELECT freelist_count FROM pragma_freelist_count) AS pages',
  ),
  size: db.pragma('page_size', { simple: true }) as number,
})
