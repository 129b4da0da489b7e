import { NoResultError } from 'kysely'
import { Gone } from '#store/gone.ts'
import { AloneNeeded, type Hold, holdLockLater } from '#store/named-locks.ts'
import type { Store, Writer } from '#store/store.ts'
import { isLostRace } from '#store/store-error.ts'

/**
 * A transaction and its lock on the catalogue. Changes to strings share the lock; moving or removing their containers
 * needs it exclusively. It is taken first: a writer that locks a string and then its component would deadlock with one
 * that locks them in the opposite order.
 */
export interface Holding {
  readonly tx: Writer
  readonly hold: Hold
}

const ATTEMPTS = 4

/** Whether to retry. With a shared lock a string may disappear during the work; with an exclusive one it cannot. */
const isRetryable = (error: unknown, held: Hold): boolean =>
  error instanceof AloneNeeded ||
  (error instanceof Gone && held === 'shared') ||
  // If two requests added the same object, it exists on the next try. A real duplicate is reported after a few tries.
  isLostRace(error)

/**
 * Runs `task` in one transaction that locks the catalogue from its first statement, so that what it reads stays valid
 * until it has written. The task may run several times; failed runs leave no trace.
 */
export async function holding<T>(store: Store, mode: Hold, task: (held: Holding) => Promise<T>): Promise<T> {
  let requested = mode
  let held = mode
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.transaction(async tx => {
        held = await holdLockLater(tx, 'catalogue', requested)
        return task({ tx, hold: held })
      })
    } catch (error) {
      // A missing row means that an object was deleted while its IDs were being followed.
      const reason = error instanceof NoResultError ? new Gone('object', error) : error
      if (attempt >= ATTEMPTS || !isRetryable(reason, held)) throw reason
      // An exclusive lock waits for no one, so the next attempt is safe.
      requested = 'alone'
    }
  }
}
