import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { runLater } from './run-later.ts'
import type { Reader, Writer } from './store.ts'

/**
 * All locks, other than row locks, that a transaction may take on PostgreSQL. They are per schema, so that several
 * sites can share a database.
 */
export const LOCKS = {
  migrations: 'Migrating the schema. Every transaction that may write holds it shared.',
  catalogue: 'The catalogue of the translation platform. Most writers hold it shared.',
  indexes: 'Rebuilding indexes that an import has dropped.',
  storedFiles: 'The content of uploaded files. Transactions that refer to it hold it shared.',
  usedNumbers: 'Moving the sequences of page and revision ids.',
} as const

/** Shared or exclusive. */
export type Hold = 'shared' | 'alone'

const FUNCTIONS: Readonly<Record<Hold, string>> = {
  alone: 'pg_advisory_xact_lock',
  shared: 'pg_advisory_xact_lock_shared',
}

export const lockStatement = (name: keyof typeof LOCKS, hold: Hold): string =>
  `select ${FUNCTIONS[hold]}(hashtext('parlance transaction ${name}'), hashtext(current_schema()))`

/**
 * Waits for a lock and holds it until the transaction ends. Returns how it is held: on SQLite, which has only one
 * writer, always exclusively.
 */
export async function holdLock(tx: Writer | Reader, name: keyof typeof LOCKS, hold: Hold = 'alone'): Promise<Hold> {
  if (!isPostgres(tx)) return 'alone'
  await sql.raw(lockStatement(name, hold)).execute(tx)
  return hold
}

/**
 * The same without waiting: the next statement of the transaction waits instead (`runLater`). For locks that protect
 * only what is in the database.
 */
export async function holdLockLater(tx: Writer, name: keyof typeof LOCKS, hold: Hold): Promise<Hold> {
  if (!isPostgres(tx)) return 'alone'
  await runLater(tx, lockStatement(name, hold), [])
  return hold
}

/** A transaction that holds the catalogue shared needs it exclusively. It must be restarted that way. */
export class AloneNeeded extends Error {
  constructor() {
    super('This operation needs exclusive access to the catalogue.')
  }
}
