import { NoResultError } from 'kysely'
import type { Store, Writer } from '#store/store.ts'
import { isLostBeforeCommit } from '#store/store-error.ts'
import { Gone } from '../statistics/gone.ts'
import { AloneNeeded, type Hold, holdCatalogue } from '../statistics/hold.ts'

/** A transaction, and how it holds the catalogue. */
export interface Holding {
  readonly tx: Writer
  readonly hold: Hold
}

const ATTEMPTS = 4

/** PostgreSQL ends one of two writers that wait for each other; nothing of it stays, so it can simply begin anew. */
const WAITED_FOR_EACH_OTHER = ['40P01', '40001']
/** Or both added the same; the next time, it is there. Whoever adds what was there before is told so after a few tries. */
const ADDED_THE_SAME = ['23505']

/** Of many strings, one may go while the others are worked on; alone, there is a last word on what is there. */
const mayBeginAnew = (error: unknown, held: Hold): boolean =>
  error instanceof AloneNeeded ||
  (error instanceof Gone && held === 'shared') ||
  isLostBeforeCommit(error) ||
  [...WAITED_FOR_EACH_OTHER, ...ADDED_THE_SAME].includes((error as { code?: string } | null)?.code ?? '')

/**
 * Runs `task` in one transaction that holds the catalogue from its first statement on, so that what it finds stays until
 * it has written. It may run more than once; nothing stays of a run that fails.
 */
export async function holding<T>(store: Store, wish: Hold, task: (held: Holding) => Promise<T>): Promise<T> {
  let wanted = wish
  let held = wish
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.transaction(async tx => {
        held = await holdCatalogue(tx, wanted)
        return task({ tx, hold: held })
      })
    } catch (error) {
      // Whoever follows ids from row to row and comes to none was too late.
      const reason = error instanceof NoResultError ? new Gone('object', error) : error
      if (attempt >= ATTEMPTS || !mayBeginAnew(reason, held)) throw reason
      // Alone, it waits for nobody any more, so the next attempt is no gamble.
      wanted = 'alone'
    }
  }
}
