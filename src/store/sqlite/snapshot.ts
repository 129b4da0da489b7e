import type BetterSqlite from 'better-sqlite3'

const open = new Set<Snapshot>()

/**
 * One read transaction for everything that is read in one turn of the event loop. By itself, each statement would take the
 * locks of a transaction and give them back, which costs about as much as finding a row. Requests of one turn see the
 * database as it was when the first of them looked; whoever writes in this process ends that view, so nobody misses what
 * they wrote themselves, and what other processes wrote before a request was sent is there, because it arrives in a later turn.
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

  /** Call it before reading. */
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
    // A disk that fails makes SQLite end it by itself. Nobody would catch what committing it then throws.
    if (this.#db.inTransaction) this.#commit.run()
  }
}

/** For whoever has written: what is read from now on is read anew. */
export function endSnapshots(): void {
  for (const snapshot of open) snapshot.release()
}
