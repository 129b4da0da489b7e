import { signal } from '@preact/signals'
import type { Row } from './types.ts'

interface Answer {
  readonly count: number | null
  readonly position_of_first: number | null
  readonly results: readonly Row[]
  /** Where the strings behind and before these begin. */
  readonly next: string | null
  readonly previous: string | null
}

/** Asks for a part of the list; what is sent is what `/strings/` takes. */
export type Ask = (parameters: Readonly<Record<string, string | number>>, signal: AbortSignal) => Promise<Answer>

const AT_ONCE = 100

/**
 * The strings that a search finds, by their rank in it. Only what somebody looks at is there: the rest is asked for when it
 * is scrolled to. What was shown stays where it was, also when it no longer fits the search because it has been translated.
 */
export class Strings {
  readonly #ask: Ask
  #rows = new Map<number, Row>()
  #ranks = new Map<number, number>()
  /** How one asks for what is missing behind and before what is there, by the first rank that is missing. */
  #behind = new Map<number, string>()
  #before = new Map<number, string>()
  #search = ''
  #control = new AbortController()
  #wanted: [from: number, to: number] | null = null
  #loading: Promise<void> | null = null

  /** How many there are, as far as is known. */
  readonly count = signal(0)
  readonly isCountKnown = signal(true)
  /** Null while the first are on their way. */
  readonly isThere = signal(false)
  readonly problem = signal<unknown>(null)
  /** Counts what has changed, for whoever shows the rows. */
  readonly changes = signal(0)

  constructor(ask: Ask) {
    this.#ask = ask
  }

  at(rank: number): Row | undefined {
    return this.#rows.get(rank)
  }

  rankOf(id: number): number | undefined {
    return this.#ranks.get(id)
  }

  /** Begins a search; gives the rank to begin at: that of a string one has come for, or the first. */
  async begin(search: string, around: number | null): Promise<number> {
    this.#control.abort()
    this.#control = new AbortController()
    const { signal: begun } = this.#control
    this.#search = search
    this.problem.value = null
    try {
      const answer = await this.#ask(this.#with(around === null ? {} : { around, count: 'yes' }), begun)
      if (begun.aborted) return 0
      this.#rows = new Map()
      this.#ranks = new Map()
      this.#behind = new Map()
      this.#before = new Map()
      this.count.value = 0
      this.#wanted = null
      this.#loading = null
      const first = answer.position_of_first ?? 0
      this.#put(first, answer)
      this.isThere.value = true
      if (answer.count === null) void this.#countThem(begun)
      return around === null ? 0 : (this.#ranks.get(around) ?? this.#nearest(first, answer))
    } catch (error) {
      if (!begun.aborted) {
        this.problem.value = error
        this.isThere.value = true
      }
      throw error
    }
  }

  /** The string at a rank, asked for if it is not there yet. */
  async get(rank: number): Promise<Row | undefined> {
    for (let tries = 0; tries < 3 && !this.#rows.has(rank) && rank >= 0 && rank < this.count.value; tries++)
      await this.need(rank, rank + 1)
    return this.#rows.get(rank)
  }

  /** Sees to it that these ranks are there. While one request is on its way only the latest wish is remembered. */
  need(from: number, to: number): Promise<void> {
    this.#wanted = [Math.max(from, 0), Math.min(to, this.count.value)]
    this.#loading ??= this.#load()
    return this.#loading
  }

  /** A string has another text or state now. */
  replace(row: Partial<Row> & { readonly id: number }): void {
    const rank = this.#ranks.get(row.id)
    const before = rank === undefined ? undefined : this.#rows.get(rank)
    if (before === undefined) return
    this.#rows.set(rank!, { ...before, ...row })
    this.changes.value++
  }

  async #load(): Promise<void> {
    const { signal: begun } = this.#control
    // Whoever asks in this very moment is heard too.
    await null
    while (this.#wanted !== null) {
      const [from, to] = this.#wanted
      this.#wanted = null
      const missing = this.#firstMissing(from, to)
      if (missing === null) continue
      try {
        await this.#fill(missing, begun)
        if (begun.aborted) return
        this.problem.value = null
      } catch (error) {
        if (begun.aborted) return
        this.problem.value = error
        break
      }
      this.#wanted ??= this.#firstMissing(from, to) === missing ? null : [from, to]
    }
    this.#loading = null
  }

  /** Beside what is there one goes on from it, so that nothing is passed over; elsewhere one jumps. */
  async #fill(rank: number, begun: AbortSignal): Promise<void> {
    const after = this.#behind.get(rank)
    if (after !== undefined) {
      const answer = await this.#ask(this.#with({ after }), begun)
      if (!begun.aborted) this.#put(rank, answer)
      return
    }
    let end = rank
    while (end < rank + AT_ONCE && !this.#rows.has(end)) end++
    const before = this.#before.get(end)
    if (before !== undefined) {
      const answer = await this.#ask(this.#with({ before }), begun)
      if (!begun.aborted) this.#put(end - answer.results.length, answer)
      return
    }
    const offset = Math.max(rank - AT_ONCE / 4, 0)
    const answer = await this.#ask(this.#with({ offset }), begun)
    if (!begun.aborted) this.#put(offset, answer)
  }

  /** Counting looks at every string, so that nobody waits for it. */
  async #countThem(begun: AbortSignal): Promise<void> {
    try {
      const { count } = await this.#ask({ ...this.#with({ count: 'yes' }), limit: 1 }, begun)
      if (begun.aborted || count === null) return
      this.count.value = count
      this.isCountKnown.value = true
    } catch {
      // It grows as one scrolls.
    }
  }

  #with(place: Readonly<Record<string, string | number>>): Record<string, string | number> {
    return { ...(this.#search !== '' && { q: this.#search }), limit: AT_ONCE, ...place }
  }

  #firstMissing(from: number, to: number): number | null {
    for (let rank = from; rank < to; rank++) if (!this.#rows.has(rank)) return rank
    return null
  }

  #put(first: number, { results, count, next, previous }: Answer): void {
    for (const [i, row] of results.entries()) {
      const rank = first + i
      // What is there already stays: it may be newer, and people have seen it at its place.
      if (rank < 0 || this.#rows.has(rank) || this.#ranks.has(row.id)) continue
      this.#rows.set(rank, allForms(row))
      this.#ranks.set(row.id, rank)
    }
    const end = first + results.length
    if (next !== null) this.#behind.set(end, next)
    if (previous !== null) this.#before.set(first, previous)
    if (count !== null) this.isCountKnown.value = true
    else if (this.count.value === 0) this.isCountKnown.value = false
    // Strings that have left the search since are still shown, and counted; where it has ended, it has.
    if (next === null) this.count.value = end
    else if (count !== null) this.count.value = Math.max(this.count.value, count, end)
    else if (!this.isCountKnown.value) this.count.value = Math.max(this.count.value, end + AT_ONCE)
    this.changes.value++
  }

  #nearest(first: number, { results }: Answer): number {
    return first + Math.floor(results.length / 2)
  }
}

/** A string with plurals has a text for each form of its language, empty as long as it is not translated. */
const allForms = (row: Row): Row => ({
  ...row,
  target: Array.from({ length: Math.max(row.num_plurals, row.target.length) }, (_, i) => row.target[i] ?? ''),
})
