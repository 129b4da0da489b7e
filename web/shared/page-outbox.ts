// The outbox of the page: one for all scripts on it. `frame/main.tsx` starts it on every page.
import { Outbox, type OutboxEvent } from './outbox.ts'
import { sendEntry } from './outbox-sending.ts'
import { reader } from './reader.ts'
import { browserShelf } from './shelf.ts'

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('parlance-outbox') : null

/** Not `randomUUID`, which sites without TLS do not have. */
const makeKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join('')
const hex = (byte: number): string => byte.toString(16).padStart(2, '0')

export const outbox = new Outbox({
  shelf: browserShelf(),
  owner: reader.name,
  send: sendEntry,
  // Without locks two tabs may send the same at once; the idempotency key has it written once all the same.
  alone: (name, task) => (navigator.locks ? navigator.locks.request(name, task) : task()),
  now: Date.now,
  after: (milliseconds, task) => void setTimeout(task, Math.min(milliseconds, 0x7fffffff)),
  makeKey,
  tell: event => channel?.postMessage(event),
})

/** A tab says who reads in it: what waited for that person to log in can be sent, also where no focus is gained. */
interface Opened {
  readonly kind: 'opened'
  readonly owner: string | null
}

/** Sends what earlier pages left, and follows what other tabs do. */
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

/** Text on the page that nobody has saved yet. */
export interface Typed {
  /** How many edits that is; shown with those of the outbox. */
  readonly count: () => number
  /** Whether leaving the page should be asked about. */
  readonly isHeld: () => boolean
}

const typed = new Set<Typed>()
const counters = new Set<() => void>()

/** Adds an editor's unsaved text to the count on the page and to the reasons to ask before it is left. Call the answer when that has changed. */
export function addTyped(own: Typed): () => void {
  typed.add(own)
  changed()
  return changed
}

/** Edits that the server does not have, sent or not. */
export const countUnsaved = (): number =>
  outbox.entries.length + [...typed].reduce((sum, { count }) => sum + count(), 0)

/** Calls back whenever the number of unsaved edits, or what is known of them, may be different. */
export function onUnsaved(listener: () => void): void {
  counters.add(listener)
}

function changed(): void {
  warnBeforeLeaving()
  for (const each of counters) each()
}

let isWarning = false

/** Listened to only while there is a reason: pages with such a listener are not kept for "Back". */
function warnBeforeLeaving(): void {
  const isHeld = outbox.holdsBack || [...typed].some(each => each.isHeld())
  if (isHeld === isWarning) return
  isWarning = isHeld
  if (isHeld) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // What browsers wanted before they listened to the line above.
  event.returnValue = true
}
