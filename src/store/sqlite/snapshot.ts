import type BetterSqlite from 'better-sqlite3'

const open = new Set<Snapshot>()

/**
 * One read transaction for all reads of an event loop turn. Otherwise, each statement would acquire and release locks,
 * which costs about as much as finding a row. All requests of one turn see the database as of the first read. A write
 * in this process ends the snapshot, so callers always see their own writes. Earlier writes of other processes are
 * visible too, because a request that was sent after them arrives in a later turn.
 */
export class Snapshot {
  readonly #db: BetterSqlite.Database
  readonly #begin: BetterSqlite.Statement
  readonly #commit: BetterSqlite.Statement
  #isOpen = false

  constructor(db: BetterSqlite.Database) {
    this.#db = db
    this.#begin = db.prepare('BEGIN')
    this.#commit = db.prepare('COMMIT')
  }

  /** Call before reading. */
  take(): void {
    if (this.#isOpen) return
    this.#begin.run()
    this.#isOpen = true
    open.add(this)
    setImmediate(() => this.release())
  }

  release(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    open.delete(this)
    // After a disk error, SQLite ends the transaction itself, and committing would throw an uncaught error.
    if (this.#db.inTransaction) this.#commit.run()
  }
}

/** Call after writing, so that later reads see the changes. */
export function endSnapshots(): void {
  for (const snapshot of open) snapshot.release()
}
