import { sql } from 'kysely'
import { isPostgres } from '#store/engine.ts'
import type { Writer } from '#store/store.ts'

/**
 * How a piece of work holds the catalogue until its transaction ends. Whoever changes strings shares it; whoever moves or
 * removes what strings are counted in has it alone. It is taken before anything else: writers that first hold a string
 * and then want its component meet those that hold the component and want its strings, and wait for each other.
 */
export type Hold = 'shared' | 'alone'

const LOCK = 7_275_265

/** Takes hold of the catalogue; answers what is really held, since a writer on SQLite is always alone. */
export async function holdCatalogue(tx: Writer, hold: Hold): Promise<Hold> {
  if (!isPostgres(tx)) return 'alone'
  const take = hold === 'alone' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`
  await sql`select ${take}(${sql.lit(LOCK)})`.execute(tx)
  return hold
}

/** Work that shares the catalogue came to something that only one may do at a time; it has to begin anew, alone. */
export class AloneNeeded extends Error {
  constructor() {
    super('This work has to hold the catalogue alone.')
  }
}
