import { holdLock } from '#store/advisory-locks.ts'
import { isPostgres } from '#store/engine.ts'
import type { Writer } from '#store/store.ts'

/**
 * How a piece of work holds the catalogue until its transaction ends. Whoever changes strings shares it; whoever moves or
 * removes what strings are counted in has it alone. It is taken before anything else: writers that first hold a string
 * and then want its component meet those that hold the component and want its strings, and wait for each other.
 */
export type Hold = 'shared' | 'alone'

/** Takes hold of the catalogue; answers what is really held, since a writer on SQLite is always alone. */
export async function holdCatalogue(tx: Writer, hold: Hold): Promise<Hold> {
  if (!isPostgres(tx)) return 'alone'
  await holdLock(tx, 'catalogue', hold)
  return hold
}

/** Work that shares the catalogue came to something that only one may do at a time; it has to begin anew, alone. */
export class AloneNeeded extends Error {
  constructor() {
    super('This work has to hold the catalogue alone.')
  }
}
