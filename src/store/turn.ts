import { AsyncLocalStorage } from 'node:async_hooks'

/** How long one turn of the event loop may last before those who work in it make room for everybody else. */
const TURN_MS = 10
/** And how many steps it may have, so that it can be counted on whatever the machine. */
export const STEPS_IN_A_TURN = 250
/** Work that was in so many turns which lasted that long is long work, */
const TURNS_UNTIL_LONG = 3
/** and has shorter turns of its own: what others wait is then less than what their own answers take. */
const LONG_TURN_MS = 1
/** Long work waits until nothing is under way that began this recently (what takes longer waits for others itself), */
const NEW_MS = 20
/** and others leave the event loop alone, which is when it comes round within this time, */
const LULL_MS = 0.2
/** but no longer than this, or a busy server would never finish it. */
const PATIENCE_MS = 2
/** What nobody waits for has more of it. */
const UNHURRIED_MS = 20

interface Turn {
  readonly began: number
  steps: number
  readonly over: Promise<void>
}

/** What is done for one request, or one job. */
interface Work {
  readonly signal: AbortSignal
  readonly began: number
  /** Turns that were over before it was done. */
  turns: number
  /** How long it lets others go first, in milliseconds. */
  patience: number
}

let turn: Turn | null = null

const works = new AsyncLocalStorage<Work>()
/** Work under way that has not turned out to be long, the oldest first. */
const quick = new Set<Work>()

/**
 * Runs `work`, which nobody wants any more once `signal` says so: the next statement it has for the database, or the next
 * step it takes a breath before, then fails with the signal's reason. A transaction under way leaves no trace.
 */
export async function whileWanted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const own: Work = { signal, began: performance.now(), turns: 0, patience: PATIENCE_MS }
  quick.add(own)
  try {
    return await works.run(own, work)
  } finally {
    quick.delete(own)
  }
}

/** Says that nobody waits for the work at hand, such as mail: on a busy server others go first for longer. */
export function unhurried(): void {
  const work = works.getStore()
  if (work !== undefined) work.patience = UNHURRIED_MS
}

/** Runs `work` in spite of that: what has been done outside of the database must be written down. */
export const wantedOrNot = <T>(work: () => Promise<T>): Promise<T> => works.exit(work)

/** Fails when nobody wants the work at hand any more. */
export const throwIfUnwanted = (): void => works.getStore()?.signal.throwIfAborted()

/** What tells when the work at hand is no longer wanted, for what cannot look by itself: threads, streams. */
export const wantedSignal = (): AbortSignal | undefined => works.getStore()?.signal

/**
 * Counts one step of work in this turn of the event loop. The answer is null while the turn is young, otherwise what to wait
 * for. SQLite answers at once, so that a loop over many statements would keep every other request waiting until its end.
 */
export function step(): Promise<void> | null {
  const work = works.getStore()
  work?.signal.throwIfAborted()
  if (turn === null) {
    const { promise, resolve } = Promise.withResolvers<void>()
    turn = { began: performance.now(), steps: 0, over: promise }
    setImmediate(() => {
      turn = null
      resolve()
    })
  }
  const isLong = work !== undefined && work.turns >= TURNS_UNTIL_LONG
  const most = isLong ? LONG_TURN_MS : TURN_MS
  if (++turn.steps <= STEPS_IN_A_TURN && performance.now() - turn.began < most) return null
  if (work !== undefined && ++work.turns >= TURNS_UNTIL_LONG) quick.delete(work)
  return (isLong ? lull(work.patience) : turn.over).then(throwIfUnwanted)
}

interface Waiting {
  /** When it has been patient enough. */
  readonly until: number
  readonly go: () => void
}

/** Long work that waits for the others; whose patience ends first goes first. */
const waiting: Waiting[] = []

/** Ends when the event loop has nothing else to do, for one that waits at a time. */
function lull(patience: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const until = performance.now() + patience
  const at = waiting.findIndex(other => other.until > until)
  waiting.splice(at < 0 ? waiting.length : at, 0, { until, go: resolve })
  if (waiting.length === 1) awaitLull()
  return promise
}

function someAreNew(now: number): boolean {
  for (const { began } of quick) if (now - began < NEW_MS) return true
  return false
}

function awaitLull(): void {
  const began = performance.now()
  const look = (since: number) => {
    const now = performance.now()
    if ((someAreNew(now) || now - since > LULL_MS) && now < waiting[0]!.until) {
      // Whoever waits longer does not keep the processor busy with it.
      if (now - began < PATIENCE_MS) setImmediate(look, now)
      else setTimeout(() => setImmediate(look, performance.now()), 1)
      return
    }
    waiting.shift()!.go()
    // The next one's turn comes after this one's.
    if (waiting.length > 0) setImmediate(awaitLull)
  }
  // What is left of this turn does not tell how busy the next will be.
  setImmediate(() => setImmediate(look, performance.now()))
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
