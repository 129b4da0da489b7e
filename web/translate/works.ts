import type { Work } from './types.ts'

const MOST = 30

/** Cache of string details. The next string is preloaded. */
export class Works {
  readonly #ask: (id: number) => Promise<Work>
  readonly #known = new Map<number, { readonly coming: Promise<Work>; here?: Work }>()

  constructor(ask: (id: number) => Promise<Work>) {
    this.#ask = ask
  }

  /** The loaded details, if any. */
  peek(id: number): Work | null {
    return this.#known.get(id)?.here ?? null
  }

  get(id: number): Promise<Work> {
    const known = this.#known.get(id)
    if (known) return known.coming
    const coming = this.#ask(id)
    const entry: { coming: Promise<Work>; here?: Work } = { coming }
    this.#known.set(id, entry)
    coming.then(
      work => {
        entry.here = work
      },
      () => {
        // Allow a retry after a failure.
        if (this.#known.get(id) === entry) this.#known.delete(id)
      },
    )
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value!)
    return coming
  }

  /** Clears the cache. */
  clear(): void {
    this.#known.clear()
  }

  /** Removes an outdated string. */
  drop(id: number): void {
    this.#known.delete(id)
  }
}
