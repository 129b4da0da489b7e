import { keysWith, type Shelf } from '../shared/shelf.ts'

/** Typed text that is not saved yet. */
export interface Draft {
  readonly target: readonly string[]
  /** The version of the string that the draft is based on. */
  readonly version: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** API URL of the string's translation. */
  readonly place?: string
}

const PREFIX = 'parlance-draft'
const KEPT_DAYS = 60
const MOST = 300

/** Drafts in the browser's storage, one per string and account. Works without storage. */
export class Drafts {
  readonly #shelf: Shelf | null
  readonly #owner: string
  readonly #now: () => number

  constructor(shelf: Shelf | null, owner: string | null, now: () => number = Date.now) {
    this.#shelf = shelf
    this.#owner = owner ?? ''
    this.#now = now
  }

  of(unit: number): Draft | null {
    return read(this.#shelf, this.#key(unit))
  }

  has(unit: number): boolean {
    try {
      return (this.#shelf?.getItem(this.#key(unit)) ?? null) !== null
    } catch {
      return false
    }
  }

  /** Strings of a translation with drafts. */
  unitsIn(place: string): number[] {
    const prefix = `${PREFIX}:${this.#owner}:`
    return keysWith(this.#shelf, prefix)
      .filter(key => read(this.#shelf, key)?.place === place)
      .map(key => Number(key.slice(prefix.length)))
  }

  keep(unit: number, target: readonly string[], version: string, place?: string): void {
    const draft: Draft = { target, version, at: this.#now(), ...(place !== undefined && { place }) }
    try {
      this.#shelf?.setItem(this.#key(unit), JSON.stringify(draft))
    } catch {
      // Storage is full or blocked: the text stays on the page.
    }
  }

  forget(unit: number): void {
    try {
      this.#shelf?.removeItem(this.#key(unit))
    } catch {
      // Nothing was stored.
    }
  }

  /** Removes old drafts, and the oldest if there are too many. */
  tidy(): void {
    const all = this.#all()
    const late = this.#now() - KEPT_DAYS * 86_400_000
    const leaving = all.filter(({ draft }, i) => draft === null || draft.at < late || i >= MOST)
    for (const { key } of leaving) this.#shelf?.removeItem(key)
  }

  #key(unit: number): string {
    return `${PREFIX}:${this.#owner}:${unit}`
  }

  /** Newest first. */
  #all(): { key: string; draft: Draft | null }[] {
    const found = keysWith(this.#shelf, `${PREFIX}:`).map(key => ({ key, draft: read(this.#shelf, key) }))
    return found.sort((a, b) => (b.draft?.at ?? 0) - (a.draft?.at ?? 0))
  }
}

function read(shelf: Shelf | null, key: string): Draft | null {
  try {
    const draft = JSON.parse(shelf?.getItem(key) ?? 'null') as Partial<Draft> | null
    if (!Array.isArray(draft?.target) || !draft.target.every(form => typeof form === 'string')) return null
    const { place } = draft
    return {
      target: draft.target,
      version: String(draft.version ?? ''),
      at: Number(draft.at) || 0,
      ...(typeof place === 'string' && { place }),
    }
  } catch {
    return null
  }
}

/** Whether the texts are equal. */
export const sameForms = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((form, i) => form === b[i])

/** Decides what to do with a draft when its string is opened. */
export function recall(
  draft: Draft | null,
  unit: { readonly target: readonly string[]; readonly version: string },
): 'none' | 'stale' | 'restore' | 'conflict' {
  if (draft === null) return 'none'
  if (sameForms(draft.target, unit.target) || draft.target.length !== unit.target.length) return 'stale'
  return draft.version === '' || draft.version === unit.version ? 'restore' : 'conflict'
}
