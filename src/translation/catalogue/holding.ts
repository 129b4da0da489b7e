import { NoResultError } from 'kysely'
import { Gone } from '#store/gone.ts'
import { AloneNeeded, type Hold, holdLock } from '#store/named-locks.ts'
import type { Store, Writer } from '#store/store.ts'
import { isLostRace } from '#store/store-error.ts'

/**
 * A transaction, and how it holds the catalogue until it ends. Whoever changes strings shares it; whoever moves or removes
 * what strings are counted in has it alone. It is taken before anything else: writers that first hold a string and then want
 * its component meet those that hold the component and want its strings, and wait for each other.
 */
export interface Holding {
  readonly tx: Writer
  readonly hold: Hold
}

const ATTEMPTS = 4

/** Of many strings, one may go while the others are worked on; alone, there is a last word on what is there. */
const mayBeginAnew = (error: unknown, held: Hold): boolean =>
  error instanceof AloneNeeded ||
  (error instanceof Gone && held === 'shared') ||
  // When two added the same, the next time it is there. Whoever adds what was there before is told so after a few tries.
  isLostRace(error)

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
        held = await holdLock(tx, 'catalogue', wanted)
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
