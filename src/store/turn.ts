import { AsyncLocalStorage } from 'node:async_hooks'

/** How long one turn of the event loop may last before those who work in it make room for everybody else. */
const TURN_MS = 10
/** And how many steps it may have, so that it can be counted on whatever the machine. */
export const STEPS_IN_A_TURN = 250

interface Turn {
  readonly began: number
  steps: number
  readonly over: Promise<void>
}

let turn: Turn | null = null

const wanted = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs `work`, which nobody wants any more once `signal` says so: the next statement it has for the database, or the next
 * step it takes a breath before, then fails with the signal's reason. A transaction under way leaves no trace.
 */
export const whileWanted = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => wanted.run(signal, work)

/** Runs `work` in spite of that: what has been done outside of the database must be written down. */
export const wantedOrNot = <T>(work: () => Promise<T>): Promise<T> => wanted.exit(work)

/** Fails when nobody wants the work at hand any more. */
export const throwIfUnwanted = (): void => wanted.getStore()?.throwIfAborted()

/** What tells when the work at hand is no longer wanted, for what cannot look by itself: threads, streams. */
export const wantedSignal = (): AbortSignal | undefined => wanted.getStore()

/**
 * Counts one step of work in this turn of the event loop. The answer is null while the turn is young, otherwise what to wait
 * for. SQLite answers at once, so that a loop over many statements would keep every other request waiting until its end.
 */
export function step(): Promise<void> | null {
  throwIfUnwanted()
  if (turn === null) {
    const { promise, resolve } = Promise.withResolvers<void>()
    turn = { began: performance.now(), steps: 0, over: promise }
    setImmediate(() => {
      turn = null
      resolve()
    })
  }
  if (++turn.steps <= STEPS_IN_A_TURN && performance.now() - turn.began < TURN_MS) return null
  return turn.over.then(throwIfUnwanted)
}

/** The items of a long list, for loops that ask nothing of the database: others have their turns in between. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    const over = step()
    if (over !== null) await over
    yield item
  }
}

/**
 * To be awaited between two pieces of work that ask nothing of the database: lets others have their turn. `signal` ends the
 * work where nothing above does (`whileWanted`).
 */
export async function breathe(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const over = step()
  if (over === null) return
  await over
  signal?.throwIfAborted()
}
