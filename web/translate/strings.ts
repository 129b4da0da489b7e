import { signal } from '@preact/signals'
import type { Row } from './types.ts'

interface Answer {
  readonly count: number | null
  readonly position_of_first: number | null
  readonly results: readonly Row[]
  /** Cursors for the next and previous strings. */
  readonly next: string | null
  readonly previous: string | null
}

/** Fetches a part of the list with the parameters of `/strings/`. */
export type Ask = (parameters: Readonly<Record<string, string | number>>, signal: AbortSignal) => Promise<Answer>

const AT_ONCE = 100

/**
 * Search results by rank. Only viewed ranks are loaded; the rest is fetched while scrolling. Shown strings keep their
 * position, even if they no longer match the search because they were translated.
 */
export class Strings {
  readonly #ask: Ask
  #rows = new Map<number, Row>()
  #ranks = new Map<number, number>()
  /** Cursors to continue after and before loaded ranges, by the first missing rank. */
  #behind = new Map<number, string>()
  #before = new Map<number, string>()
  #search = ''
  #control = new AbortController()
  #wanted: [from: number, to: number] | null = null
  #loading: Promise<void> | null = null

  /** Number of strings, as far as known. */
  readonly count = signal(0)
  readonly isCountKnown = signal(true)
  /** Null until the first strings are loaded. */
  readonly isThere = signal(false)
  readonly problem = signal<unknown>(null)
  /** Incremented on every change, for rendering. */
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

  /** Starts a search. Returns the rank to start at: that of the requested string, or the first. */
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

  /** The string at a rank, loaded if necessary. */
  async get(rank: number): Promise<Row | undefined> {
    for (let tries = 0; tries < 3 && !this.#rows.has(rank) && rank >= 0 && rank < this.count.value; tries++)
      await this.need(rank, rank + 1)
    return this.#rows.get(rank)
  }

  /** Loads these ranks. During a request, only the latest call is remembered. */
  need(from: number, to: number): Promise<void> {
    this.#wanted = [Math.max(from, 0), Math.min(to, this.count.value)]
    this.#loading ??= this.#load()
    return this.#loading
  }

  /** Updates the text or state of a string. */
  replace(row: Partial<Row> & { readonly id: number }): void {
    const rank = this.#ranks.get(row.id)
    const before = rank === undefined ? undefined : this.#rows.get(rank)
    if (before === undefined) return
    this.#rows.set(rank!, { ...before, ...row })
    this.changes.value++
  }

  async #load(): Promise<void> {
    const { signal: begun } = this.#control
    // Include calls made in the same tick.
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

  /** Next to loaded ranks, continues from their cursor, so that nothing is skipped; elsewhere, jumps. */
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

  /** Counting is slow, so it does not block the list. */
  async #countThem(begun: AbortSignal): Promise<void> {
    try {
      const { count } = await this.#ask({ ...this.#with({ count: 'yes' }), limit: 1 }, begun)
      if (begun.aborted || count === null) return
      this.count.value = count
      this.isCountKnown.value = true
    } catch {
      // The count grows while scrolling.
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
      // Keep loaded strings: they may be newer, and users have seen them there.
      if (rank < 0 || this.#rows.has(rank) || this.#ranks.has(row.id)) continue
      this.#rows.set(rank, allForms(row))
      this.#ranks.set(row.id, rank)
    }
    const end = first + results.length
    if (next !== null) this.#behind.set(end, next)
    if (previous !== null) this.#before.set(first, previous)
    if (count !== null) this.isCountKnown.value = true
    else if (this.count.value === 0) this.isCountKnown.value = false
    // Strings that no longer match are still shown and counted. At the end of the results, the count is exact.
    if (next === null) this.count.value = end
    else if (count !== null) this.count.value = Math.max(this.count.value, count, end)
    else if (!this.isCountKnown.value) this.count.value = Math.max(this.count.value, end + AT_ONCE)
    this.changes.value++
  }

  #nearest(first: number, { results }: Answer): number {
    return first + Math.floor(results.length / 2)
  }
}

/** Texts for all plural forms of the language; empty if untranslated. */
const allForms = (row: Row): Row => ({
  ...row,
  target: Array.from({ length: Math.max(row.num_plurals, row.target.length) }, (_, i) => row.target[i] ?? ''),
})
