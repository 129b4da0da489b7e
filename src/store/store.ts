import type { Kysely, Transaction } from 'kysely'
import type { StoreUnavailable } from './store-error.ts'
import type { Database } from './tables/database.ts'

export type Engine = 'sqlite' | 'postgres'

/** Reads from committed data. Repositories take a `Reader` (or a `Writer`) as argument and own none themselves. */
export type Reader = Kysely<Database>

/** An open transaction: what was written in it is read back through it. */
export type Writer = Transaction<Database>

/** What `openStore` takes: a folder that holds the SQLite file, such a file, or `postgres://…`. */
export type StoreAddress = { readonly data: string } | { readonly file: string } | { readonly database: string }

/** One database behind one face; the two engines differ only inside `src/store`. */
export interface Store {
  readonly engine: Engine
  /** By which a thread opens the same database. */
  readonly address: StoreAddress
  readonly read: Reader
  /** Runs `work` in one transaction; it commits when `work` resolves and leaves no trace when it throws. */
  transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /** Runs `look`, to which the database stands still, whatever others write meanwhile. */
  atOneMoment<T>(look: (db: Reader) => Promise<T>): Promise<T>
  /** From now on no transaction begins once the database has had more migrations than these. */
  expectMigrations(known: number): void
  /** Settings for a long run of large transactions, such as an import; returns what sets them back. */
  prepareForBulk(): () => void
  /** Why the last transaction could not write; null once one could again. */
  readonly writeTrouble: StoreUnavailable | null
  /** What is left on the disk of the database, quickly found out; null where that cannot be asked. */
  freeBytes(): Promise<number | null>
  measure(): Promise<StoreMeasures>
  /** Lets go of what is only kept to be quicker the next time. */
  giveBack(): void
  close(): Promise<void>
}

/** What whoever watches the server wants to know of its database; null where an engine has no such thing. */
interface StoreMeasures {
  readonly databaseBytes: number
  /** Changes that are not copied into the database file yet. */
  readonly walBytes: number | null
  readonly freeBytes: number | null
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number } | null
}

/** A piece of work that only one process does at a time. The lock goes with the process, however that ends. */
export interface Lock {
  release(): Promise<void>
}

/** Each engine's way to lock: the lock, or who has it. */
export type TryLock = (where: string, name: string, self: string) => Promise<Lock | string>
