import { AsyncLocalStorage } from 'node:async_hooks'

/** How long one turn of the event loop may last before work yields. */
const TURN_MS = 10
/** Maximum number of steps per turn, for predictable behaviour on any machine. */
export const STEPS_IN_A_TURN = 250
/** Work that took this many full turns counts as long. */
const TURNS_UNTIL_LONG = 3
/** Long work gets shorter turns, so that the delay for others is shorter than their own work. */
const LONG_TURN_MS = 1
/** Long work waits while there is other work that began this recently. Older work yields by itself. */
const NEW_MS = 20
/** Long work also waits until the event loop is idle, which is when a turn takes less than this. */
const LULL_MS = 0.2
/** Upper limit for waiting, so that a busy server still finishes long work. */
const PATIENCE_MS = 2
/** The same for background work. */
const UNHURRIED_MS = 20

interface Turn {
  began: number
  steps: number
  readonly over: Promise<void>
}

/** The work for one request or job. */
interface Work {
  readonly signal: AbortSignal
  readonly began: number
  /** Number of full turns it has taken. */
  turns: number
  /** How long it lets others go first once it is long, in milliseconds. */
  patience: number
}

let turn: Turn | null = null

const works = new AsyncLocalStorage<Work>()
/** Current work that is not long yet, oldest first. */
const quick = new Set<Work>()

/**
 * Runs `work` until `signal` aborts. After that, its next database statement or yield fails with the signal's reason,
 * and an open transaction is rolled back.
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

/**
 * Marks the current work as background work, like sending email. On a busy server, it lets others go first for longer.
 */
export function unhurried(): void {
  const work = works.getStore()
  if (work !== undefined) work.patience = UNHURRIED_MS
}

/** Runs `work` regardless of an abort, to record what was already done outside the database. */
export const wantedOrNot = <T>(work: () => Promise<T>): Promise<T> => works.exit(work)

/** Throws if the current work was aborted. */
export const throwIfUnwanted = (): void => works.getStore()?.signal.throwIfAborted()

/** The abort signal of the current work, for threads and streams. */
export const wantedSignal = (): AbortSignal | undefined => works.getStore()?.signal

/**
 * Counts one step of work. Returns null while the current turn is short, otherwise a promise to wait for. SQLite is
 * synchronous, so without this a loop over many statements would block all other requests.
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
  const limit = isLong ? LONG_TURN_MS : TURN_MS
  if (++turn.steps <= STEPS_IN_A_TURN && performance.now() - turn.began < limit) return null
  if (work !== undefined && ++work.turns >= TURNS_UNTIL_LONG) quick.delete(work)
  return (isLong ? lull(work.patience) : turn.over).then(throwIfUnwanted)
}

/**
 * Gives the current turn its full length again. For work that holds what others wait for: it must not yield because of
 * what ran before it.
 */
export function startTurnAgain(): void {
  if (turn === null) return
  turn.began = performance.now()
  turn.steps = 0
}

interface Waiting {
  /** Deadline for waiting. */
  readonly until: number
  readonly go: () => void
}

/** Waiting long work, by deadline. */
const waiting: Waiting[] = []

/** Resolves when the event loop is idle, for one waiter at a time. */
function lull(patience: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const until = performance.now() + patience
  const at = waiting.findIndex(other => other.until > until)
  waiting.splice(at < 0 ? waiting.length : at, 0, { until, go: resolve })
  if (waiting.length === 1) awaitLull()
  return promise
}

function hasRecentWork(now: number): boolean {
  for (const { began } of quick) if (now - began < NEW_MS) return true
  return false
}

function awaitLull(): void {
  const began = performance.now()
  const look = (since: number) => {
    const now = performance.now()
    if ((hasRecentWork(now) || now - since > LULL_MS) && now < waiting[0]!.until) {
      // Longer waits must not keep the CPU busy.
      if (now - began < PATIENCE_MS) setImmediate(look, now)
      else setTimeout(() => setImmediate(look, performance.now()), 1)
      return
    }
    waiting.shift()!.go()
    // Give this one its turn before the next.
    if (waiting.length > 0) setImmediate(awaitLull)
  }
  // The rest of this turn says nothing about the load of the next one.
  setImmediate(() => setImmediate(look, performance.now()))
}

/** Iterates over a long list and yields to the event loop in between, for loops without database calls. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    const over = step()
    if (over !== null) await over
    yield item
  }
}

/**
 * Yields to the event loop if the current turn has been long. For work without database calls. `signal` aborts work
 * that does not run inside `whileWanted`.
 */
export async function breathe(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const over = step()
  if (over === null) return
  await over
  signal?.throwIfAborted()
}
