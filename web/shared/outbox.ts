import { type Entry, type NewEntry, type Outcome, readEntry, rebased } from './outbox-entry.ts'
import { keysWith, type Shelf } from './shelf.ts'

const PREFIX = 'parlance-outbox'
/** Shorter than the server remembers keys (`REMEMBERED_SECONDS`), because a later retry could write twice. */
const RESENT_FOR = 6 * 86_400_000
const AT_ONCE = 4
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** How long an entry is reserved for the tab that wrote it. */
const LEFT_TO_OTHERS = 5000

export type SaveState = 'waiting' | 'sending' | 'saved' | 'refused' | 'login'

export type OutboxEvent =
  /** The entries have changed. */
  | { readonly kind: 'changed' }
  /** The server confirmed it. `content` is null if another tab sent it without passing on the response. */
  | { readonly kind: 'saved'; readonly entry: Entry; readonly content: unknown }
  | { readonly kind: 'refused' | 'login'; readonly entry: Entry }

/** Browser features that the outbox needs. */
export interface OutboxParts {
  /** Persistent storage; null keeps entries in memory. */
  readonly shelf: Shelf | null
  /** The reader of the page. */
  readonly owner: string | null
  readonly send: (entry: Entry) => Promise<Outcome>
  /** Runs a function under a lock shared by all tabs. */
  readonly alone: (name: string, task: () => Promise<void>) => Promise<void>
  readonly now: () => number
  readonly after: (milliseconds: number, task: () => void) => void
  readonly makeKey: () => string
  /** Sends the outcome of an entry to the other tabs. */
  readonly tell: (event: Exclude<OutboxEvent, { kind: 'changed' }>) => void
}

/**
 * Saved edits that the server has not confirmed. Each entry is kept in the browser until it is confirmed or discarded,
 * belongs to one account, and uses one idempotency key for all attempts.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #prefix: string
  /** Entries that could not be stored in the browser. */
  readonly #unkept = new Map<string, Entry>()
  readonly #sending = new Set<string>()
  readonly #lanes = new Set<string>()
  readonly #pauses = new Map<string, { readonly until: number; readonly length: number }>()
  readonly #own = new Set<string>()
  readonly #seen = new Map<string, number>()
  readonly #listeners = new Set<(event: OutboxEvent) => void>()
  #entries: readonly Entry[] = []
  #isStarted = false
  #due = Number.POSITIVE_INFINITY

  constructor(parts: OutboxParts) {
    this.#parts = parts
    this.#prefix = `${PREFIX}:${ownerKey(parts.owner)}:`
    this.#load()
  }

  /** Entries of the reader, in the order they were saved. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  /** Whether the entries survive a reload. */
  get isKept(): boolean {
    return this.#parts.shelf !== null && this.#unkept.size === 0
  }

  /** Whether leaving the page now could lose an edit or leave one behind unnoticed. */
  get holdsBack(): boolean {
    return this.#entries.some(({ id, state }) => state === 'waiting' || this.#own.has(id))
  }

  /** Number of edits of other users in this browser, by name. */
  others(): Map<string | null, number> {
    const found = new Map<string | null, number>()
    for (const key of keysWith(this.#parts.shelf, `${PREFIX}:`)) {
      if (key.startsWith(this.#prefix)) continue
      const entry = readEntry(this.#parts.shelf!.getItem(key))
      if (entry) found.set(entry.owner, (found.get(entry.owner) ?? 0) + 1)
    }
    return found
  }

  stateOf(id: string): SaveState {
    if (this.#sending.has(id)) return 'sending'
    return this.#entries.find(entry => entry.id === id)?.state ?? 'saved'
  }

  inLane(lane: string): readonly Entry[] {
    return this.#entries.filter(entry => entry.lane === lane)
  }

  /** Saved on this page, not loaded from storage. */
  isOwn(id: string): boolean {
    return this.#own.has(id)
  }

  /** Stores a write and starts sending it. */
  add(write: NewEntry): Entry {
    this.#load()
    const order = Math.max(this.#parts.now(), 1 + Math.max(0, ...this.#entries.map(each => each.order)))
    const entry: Entry = {
      ...write,
      id: this.#parts.makeKey(),
      owner: this.#parts.owner,
      order,
      state: 'waiting',
      why: null,
      answer: null,
      sentAt: null,
    }
    this.#own.add(entry.id)
    this.#keep(entry)
    this.#changed()
    this.pump()
    return entry
  }

  /** Discards an entry with its text. */
  discard(id: string): void {
    this.#forget(id)
    this.#changed()
    this.pump()
  }

  /** Retries an entry that waits, was rejected or needs login; without a name, all of them. */
  retry(id?: string): void {
    this.#load()
    for (const entry of this.#entries) {
      if (id === undefined ? entry.state === 'refused' : entry.id !== id) continue
      this.#pauses.delete(entry.lane)
      // A rejected edit was not written, so its time limit starts again.
      const sentAt = entry.state === 'refused' ? null : entry.sentAt
      if (entry.state !== 'waiting') this.#keep({ ...entry, state: 'waiting', why: null, answer: null, sentAt })
    }
    this.#changed()
    this.pump()
  }

  /** Waits for the outcome. Being offline is not an outcome. */
  settled(id: string): Promise<Exclude<OutboxEvent, { kind: 'changed' }>> {
    return new Promise(resolve => {
      const stop = this.subscribe(event => {
        if (event.kind === 'changed' || event.entry.id !== id) return
        stop()
        resolve(event)
      })
    })
  }

  subscribe(listener: (event: OutboxEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts sending entries left by earlier pages. */
  start(): void {
    this.#isStarted = true
    for (const { id } of this.#entries) this.#seen.set(id, Number.NEGATIVE_INFINITY)
    this.retry()
  }

  /** Another tab changed the storage. */
  refresh(): void {
    const before = this.#entries
    this.#load()
    if (before.length !== this.#entries.length || before.some((entry, i) => entry !== this.#entries[i])) this.#changed()
    this.#schedule()
  }

  /** Another tab reported the outcome of an entry. */
  hear(event: Exclude<OutboxEvent, { kind: 'changed' }>): void {
    if (event.entry.owner !== this.#parts.owner) return
    this.refresh()
    this.#emit(event)
  }

  /** Starts sending all entries that are due. */
  pump(): void {
    if (!this.#isStarted) return
    this.#load()
    for (const { lane } of this.#heads()) if (this.#isDue(lane)) void this.#work(lane)
    this.#schedule()
  }

  #heads(): Entry[] {
    const heads = new Map<string, Entry>()
    for (const entry of this.#entries) if (!heads.has(entry.lane)) heads.set(entry.lane, entry)
    return [...heads.values()].filter(({ state }) => state === 'waiting')
  }

  #dueAt(lane: string): number {
    const head = this.#entries.find(entry => entry.lane === lane)
    if (head === undefined) return Number.POSITIVE_INFINITY
    const left = this.#own.has(head.id) ? 0 : (this.#seen.get(head.id) ?? this.#parts.now()) + LEFT_TO_OTHERS
    return Math.max(left, this.#pauses.get(lane)?.until ?? 0)
  }

  #isDue(lane: string): boolean {
    return this.#dueAt(lane) <= this.#parts.now()
  }

  async #work(lane: string): Promise<void> {
    if (this.#lanes.has(lane) || this.#lanes.size >= AT_ONCE) return
    this.#lanes.add(lane)
    try {
      await this.#parts.alone(`${this.#prefix}${lane}`, async () => {
        for (;;) {
          this.#load()
          const head = this.#entries.find(entry => entry.lane === lane)
          if (head === undefined || head.state !== 'waiting' || !this.#isDue(lane)) break
          await this.#attempt(head)
        }
      })
    } finally {
      this.#lanes.delete(lane)
      this.pump()
    }
  }

  async #attempt(found: Entry): Promise<void> {
    const now = this.#parts.now()
    const entry = { ...found, sentAt: found.sentAt ?? now }
    if (now - entry.sentAt > RESENT_FOR) return this.#refuse({ ...entry, state: 'refused', why: null })
    this.#keep(entry)
    this.#sending.add(entry.id)
    this.#changed()
    let outcome: Outcome
    try {
      outcome = await this.#parts.send(entry)
    } catch {
      outcome = { kind: 'later', why: null, seconds: null }
    }
    this.#sending.delete(entry.id)
    if (outcome.kind === 'saved') this.#confirm(entry, outcome.content)
    else if (outcome.kind === 'refused')
      this.#refuse({ ...entry, state: 'refused', why: outcome.why, answer: outcome.content })
    else if (outcome.kind === 'login') this.#refuse({ ...entry, state: 'login', why: outcome.why })
    else this.#pause(entry, outcome)
  }

  #confirm(entry: Entry, content: unknown): void {
    this.#pauses.delete(entry.lane)
    // If the tab is closed between the two steps, the entry is sent again instead of being lost.
    this.#parts.tell({ kind: 'saved', entry, content })
    this.#forget(entry.id)
    const next = this.#entries.find(each => each.lane === entry.lane)
    if (next !== undefined && next.sentAt === null) this.#keep(rebased(next, content))
    this.#emit({ kind: 'saved', entry, content })
    this.#changed()
  }

  #refuse(entry: Entry): void {
    // Discarded in the meantime.
    if (this.#entries.some(({ id }) => id === entry.id)) this.#keep(entry)
    this.#finish({ kind: entry.state === 'login' ? 'login' : 'refused', entry })
  }

  #pause(entry: Entry, { why, seconds }: { readonly why: string | null; readonly seconds: number | null }): void {
    const length = Math.min((this.#pauses.get(entry.lane)?.length ?? FIRST_PAUSE / 2) * 2, LONGEST_PAUSE)
    const wait = Math.max(length, (seconds ?? 0) * 1000)
    this.#pauses.set(entry.lane, { until: this.#parts.now() + wait, length })
    if (this.#entries.some(({ id }) => id === entry.id)) this.#keep({ ...entry, why })
    this.#changed()
  }

  /** Ends all delays, because the network or the user is back. */
  hurry(): void {
    this.#pauses.clear()
    for (const { id } of this.#entries) this.#seen.set(id, Number.NEGATIVE_INFINITY)
    for (const entry of this.#entries)
      if (entry.state === 'login') this.#keep({ ...entry, state: 'waiting', why: null })
    this.pump()
  }

  #schedule(): void {
    // A lane that finishes checks again.
    if (!this.#isStarted || this.#lanes.size >= AT_ONCE) return
    const now = this.#parts.now()
    const idle = this.#heads().filter(({ lane }) => !this.#lanes.has(lane))
    const due = Math.min(...idle.map(({ lane }) => this.#dueAt(lane)))
    if (due === Number.POSITIVE_INFINITY || (this.#due <= due && this.#due > now)) return
    this.#due = due
    this.#parts.after(Math.max(due - now, 0) + 1, () => {
      if (this.#due === due) this.#due = Number.POSITIVE_INFINITY
      this.pump()
    })
  }

  #load(): void {
    const { shelf, owner, now } = this.#parts
    const known = new Map(this.#entries.map(entry => [entry.id, entry]))
    const found = [...this.#unkept.values()]
    for (const key of keysWith(shelf, this.#prefix)) {
      const entry = readEntry(shelf!.getItem(key))
      if (entry === null || entry.owner !== owner || this.#unkept.has(entry.id)) continue
      const before = known.get(entry.id)
      found.push(before !== undefined && JSON.stringify(before) === JSON.stringify(entry) ? before : entry)
      if (!this.#seen.has(entry.id)) this.#seen.set(entry.id, now())
    }
    this.#entries = found.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
  }

  #keep(entry: Entry): void {
    try {
      if (this.#parts.shelf === null) throw new Error('nothing is kept')
      this.#parts.shelf.setItem(this.#prefix + entry.id, JSON.stringify(entry))
      this.#unkept.delete(entry.id)
    } catch {
      // Storage is full or blocked: keep the entry in memory.
      this.#unkept.set(entry.id, entry)
    }
    this.#load()
  }

  #forget(id: string): void {
    this.#unkept.delete(id)
    this.#own.delete(id)
    try {
      this.#parts.shelf?.removeItem(this.#prefix + id)
    } catch {
      // It was never stored.
    }
    this.#load()
  }

  #finish(event: Exclude<OutboxEvent, { kind: 'changed' }>): void {
    this.#emit(event)
    this.#parts.tell(event)
    this.#changed()
  }

  #changed(): void {
    this.#emit({ kind: 'changed' })
  }

  #emit(event: OutboxEvent): void {
    for (const listener of [...this.#listeners]) listener(event)
  }
}

/** Distinguishes visitors from an account with the same name. */
const ownerKey = (owner: string | null): string => (owner === null ? 'visitor' : `user=${encodeURIComponent(owner)}`)
