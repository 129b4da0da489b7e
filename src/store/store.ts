import type { Kysely, Transaction } from 'kysely'
import type { StoreUnavailable } from './store-error.ts'
import type { Database } from './tables/database.ts'

export type Engine = 'sqlite' | 'postgres'

/** Reads committed data. Query functions take a `Reader` or `Writer` as an argument. */
export type Reader = Kysely<Database>

/** An open transaction, which also reads its own writes. */
export type Writer = Transaction<Database>

/** Argument of `openStore`: the directory of the SQLite file, the file itself, or `postgres://…`. */
export type StoreAddress =
  | { readonly data: string }
  | { readonly file: string }
  | { readonly database: string; readonly connections?: number }

/** Streaming replicas of a PostgreSQL database. */
export interface ReplicaSettings {
  readonly urls: readonly string[]
  /** A replica that is further behind, in seconds, is left out. */
  readonly maxLag: number
  /** How long a read waits for a replica to have the caller's own writes, in milliseconds. */
  readonly waitMs: number
}

export interface ReplicaStatus {
  /** Host and port. */
  readonly name: string
  readonly state: 'starting' | 'in use' | 'behind' | 'down'
  /** Seconds behind the primary; null if unknown. */
  readonly lag: number | null
  /** Statements that this process has sent to it. */
  readonly reads: number
}

/** Changes of the database servers that operators should know about. */
export type StoreEvent =
  | { readonly kind: 'host-changed'; readonly host: string }
  | { readonly kind: 'replica-in-use'; readonly replica: string }
  | { readonly kind: 'replica-left-out'; readonly replica: string; readonly reason: string }

export interface StoreOptions {
  readonly replicas?: ReplicaSettings
  readonly onEvent?: (event: StoreEvent) => void
}

/** Common interface of both engines, which differ only inside `src/store`. */
export interface Store {
  readonly engine: Engine
  /** Lets a thread open the same database. */
  readonly address: StoreAddress
  /** Inside a request, it may read from a replica (reading.ts). */
  readonly read: Reader
  /** Always reads the newest data: for permissions, and for caches that follow the change log. */
  readonly primary: Reader
  /** Runs `work` in a transaction: commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /** Runs `look` on a consistent snapshot, unaffected by concurrent writes. */
  atOneMoment<T>(look: (db: Reader) => Promise<T>): Promise<T>
  /** Further reads of this request include everything committed so far, for callers whose writes are not tracked. */
  seeAllWrites(): Promise<void>
  replicas(): ReplicaStatus[]
  /** Rejects all transactions, because the database is a standby. */
  refuseWrites(): void
  readonly isReadOnly: boolean
  /** Rejects transactions once the database needs a newer version than this (`versionNumber`). */
  expectVersion(version: number): void
  /** Applies settings for many large transactions, like an import. Returns a function that restores the settings. */
  prepareForBulk(): () => void
  /** Why the last transaction could not write; null after a successful one. */
  readonly writeTrouble: StoreUnavailable | null
  /** Free space on the database's disk; null if unknown. */
  freeBytes(): Promise<number | null>
  measure(): Promise<StoreMeasures>
  /** Releases cached memory. */
  giveBack(): void
  close(): Promise<void>
}

/** Database metrics; null where they do not apply to an engine. */
interface StoreMeasures {
  readonly databaseBytes: number
  /** Size of the write-ahead log. */
  readonly walBytes: number | null
  readonly freeBytes: number | null
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number } | null
}

/** A lock across processes. It is released when its process ends, even in a crash. */
export interface Lock {
  release(): Promise<void>
}

/** Returns the lock, or a description of its holder. */
export type TryLock = (where: string, name: string, self: string) => Promise<Lock | string>
