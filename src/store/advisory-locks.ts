import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Reader, Writer } from './store.ts'

/**
 * Everything that a transaction on PostgreSQL may make others wait for, besides rows. The numbers are the same in every
 * Parlance that shares a database, and no two are equal: a lock that stands for two things stops those who want neither.
 */
export const ADVISORY_LOCKS = {
  /** Bringing the schema up to date. */
  migrations: 7_275_263,
  /** Entries of the change log get their numbers in the order in which they are committed. */
  changeLog: 7_275_264,
  /** The catalogue of the translation platform, which most writers share. */
  catalogue: 7_275_265,
  /** Building indexes that an import took away. */
  indexes: 7_275_266,
  /** Moving the sequence behind the numbers of pages or revisions. */
  usedNumbers: 7_275_267,
} as const

/** Waits for a lock and keeps it until the transaction ends. A writer on SQLite is always alone and has them all. */
export async function holdLock(
  tx: Writer | Reader,
  name: keyof typeof ADVISORY_LOCKS,
  way: 'shared' | 'alone' = 'alone',
): Promise<void> {
  if (!isPostgres(tx)) return
  const take = way === 'alone' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`
  await sql`select ${take}(${sql.lit(ADVISORY_LOCKS[name])})`.execute(tx)
}
