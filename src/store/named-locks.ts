import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Reader, Writer } from './store.ts'

/**
 * Everything that a transaction on PostgreSQL may make others wait for, besides rows. A lock is known by its name and by the
 * schema of the site: another site in the same database has its own.
 */
export const LOCKS = {
  migrations: 'Bringing the schema up to date, which every transaction that may write keeps from happening meanwhile.',
  changeLog: 'Entries of the change log get their numbers in the order in which they are committed.',
  catalogue: 'The catalogue of the translation platform, which most writers share.',
  indexes: 'Building indexes that an import took away.',
  storedFiles: 'The bytes of uploaded files: whoever refers to some shares them with others who do.',
  usedNumbers: 'Moving the sequence behind the numbers of pages or revisions.',
} as const

/** How a piece of work holds something: together with others that do no harm to it, or without anybody else. */
export type Hold = 'shared' | 'alone'

const FUNCTIONS: Readonly<Record<Hold, string>> = {
  alone: 'pg_advisory_xact_lock',
  shared: 'pg_advisory_xact_lock_shared',
}

/** What PostgreSQL is asked for a lock. */
export const lockStatement = (name: keyof typeof LOCKS, hold: Hold): string =>
  `select ${FUNCTIONS[hold]}(hashtext('parlance transaction ${name}'), hashtext(current_schema()))`

/**
 * Waits for a lock and keeps it until the transaction ends. Answers what is really held: a writer on SQLite is always alone
 * and has them all.
 */
export async function holdLock(tx: Writer | Reader, name: keyof typeof LOCKS, hold: Hold = 'alone'): Promise<Hold> {
  if (!isPostgres(tx)) return 'alone'
  await sql.raw(lockStatement(name, hold)).execute(tx)
  return hold
}

/** Work that shares something came to what only one may do at a time; it has to begin anew, alone. */
export class AloneNeeded extends Error {
  constructor() {
    super('This work has to hold the catalogue alone.')
  }
}
