// The page's outbox, shared by all its scripts. `frame/main.tsx` starts it on every page.
import { Outbox, type OutboxEvent } from './outbox.ts'
import { sendEntry } from './outbox-sending.ts'
import { reader } from './reader.ts'
import { browserShelf } from './shelf.ts'

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('parlance-outbox') : null

/** Not `randomUUID`, which needs a secure context. */
const makeKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join('')
const hex = (byte: number): string => byte.toString(16).padStart(2, '0')

export const outbox = new Outbox({
  shelf: browserShelf(),
  owner: reader.name,
  send: sendEntry,
  // Without locks, two tabs may send the same edit. The idempotency key ensures that it is written once.
  alone: (name, task) => (navigator.locks ? navigator.locks.request(name, task) : task()),
  now: Date.now,
  after: (milliseconds, task) => void setTimeout(task, Math.min(milliseconds, 0x7fffffff)),
  makeKey,
  tell: event => channel?.postMessage(event),
})

/** Announces the reader to other tabs, so that edits waiting for this login can be sent without a focus change. */
interface Opened {
  readonly kind: 'opened'
  readonly owner: string | null
}

/** Sends entries left by earlier pages and listens to other tabs. */
export function startOutbox(): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Exclude<OutboxEvent, { kind: 'changed' }> | Opened>) => {
    if (data.kind !== 'opened') outbox.hear(data)
    else if (data.owner === reader.name && outbox.entries.some(({ state }) => state === 'login')) outbox.hurry()
  })
  channel?.postMessage({ kind: 'opened', owner: reader.name } satisfies Opened)
  window.addEventListener('storage', () => outbox.refresh())
  window.addEventListener('online', () => outbox.hurry())
  window.addEventListener('pageshow', () => outbox.hurry())
  window.addEventListener('focus', () => outbox.hurry())
  outbox.subscribe(({ kind }) => kind === 'changed' && changed())
  changed()
  outbox.start()
}

/** Unsaved text on the page. */
export interface Typed {
  /** Number of edits, shown together with those of the outbox. */
  readonly count: () => number
  /** Whether to ask before the page is left. */
  readonly isHeld: () => boolean
}

const typed = new Set<Typed>()
const counters = new Set<() => void>()

/**
 * Registers an editor's unsaved text for the count and the leave warning. Call the returned function when it changes.
 */
export function addTyped(own: Typed): () => void {
  typed.add(own)
  changed()
  return changed
}

/** Number of unsaved edits, sent or not. */
export const countUnsaved = (): number =>
  outbox.entries.length + [...typed].reduce((sum, { count }) => sum + count(), 0)

/** Calls back whenever the unsaved edits may have changed. */
export function onUnsaved(listener: () => void): void {
  counters.add(listener)
}

function changed(): void {
  warnBeforeLeaving()
  for (const each of counters) each()
}

let isWarning = false

/** Added only when needed, because it disables the back/forward cache. */
function warnBeforeLeaving(): void {
  const isHeld = outbox.holdsBack || [...typed].some(each => each.isHeld())
  if (isHeld === isWarning) return
  isWarning = isHeld
  if (isHeld) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // For older browsers.
  event.returnValue = true
}
