import type { Shelf } from '../shared/shelf.ts'

/** Text that is not saved yet. */
export interface WikiDraft {
  readonly text: string
  readonly summary: string
  /** The base revision. */
  readonly base: number
  /** Milliseconds since 1970. */
  readonly at: number
}

const PREFIX = 'parlance-wiki-draft'
const KEPT_MS = 60 * 86_400_000

/** Draft of a page or section in the browser's storage, per account. Works without storage. */
export class DraftShelf {
  readonly #shelf: Shelf | null
  readonly #key: string
  readonly #now: () => number

  constructor(shelf: Shelf | null, name: readonly [owner: string, title: string, section: string], now = Date.now) {
    this.#shelf = shelf
    this.#key = [PREFIX, ...name].join('\n')
    this.#now = now
  }

  read(): WikiDraft | null {
    try {
      const draft = JSON.parse(this.#shelf?.getItem(this.#key) ?? 'null') as Partial<WikiDraft> | null
      if (typeof draft?.text !== 'string' || typeof draft.summary !== 'string') return null
      const at = Number(draft.at) || 0
      if (at < this.#now() - KEPT_MS) return null
      return { text: draft.text, summary: draft.summary, base: Number(draft.base) || 0, at }
    } catch {
      return null
    }
  }

  /** Stores the draft and returns the time; null if storage is blocked or full. */
  keep(draft: Omit<WikiDraft, 'at'>): number | null {
    const at = this.#now()
    try {
      if (this.#shelf === null) return null
      this.#shelf.setItem(this.#key, JSON.stringify({ ...draft, at }))
      return at
    } catch {
      return null
    }
  }

  forget(): void {
    try {
      this.#shelf?.removeItem(this.#key)
    } catch {
      // Nothing was stored.
    }
  }
}
