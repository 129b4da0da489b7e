import type { Work } from './types.ts'

const MOST = 30

/** What is known about single strings. The next one is asked for before somebody gets there. */
export class Works {
  readonly #ask: (id: number) => Promise<Work>
  readonly #known = new Map<number, { readonly coming: Promise<Work>; here?: Work }>()

  constructor(ask: (id: number) => Promise<Work>) {
    this.#ask = ask
  }

  /** What has arrived of it. */
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
        // A question that failed may be asked again.
        if (this.#known.get(id) === entry) this.#known.delete(id)
      },
    )
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value!)
    return coming
  }

  /** Forgets everything. */
  clear(): void {
    this.#known.clear()
  }

  /** Forgets what is no longer true. */
  drop(id: number): void {
    this.#known.delete(id)
  }
}
