/** Changed lines as HTML, and their line numbers in both texts. */
interface DiffBlock {
  readonly beforeLine: number
  readonly afterLine: number
  readonly rows: string
}

const MAX_CHARACTERS = 4 * 1024 * 1024

/**
 * Caches recent diffs, since people view the same changes repeatedly. Revisions never change, so entries never expire.
 */
export class RecentDiffs {
  readonly #diffs = new Map<string, readonly DiffBlock[]>()
  #characters = 0

  get(before: number, after: number): readonly DiffBlock[] | undefined {
    return this.#diffs.get(`${before} ${after}`)
  }

  add(before: number, after: number, blocks: readonly DiffBlock[]): void {
    const key = `${before} ${after}`
    if (this.#diffs.has(key)) return
    this.#diffs.set(key, blocks)
    this.#characters += sizeOf(blocks)
    for (const [oldest, evicted] of this.#diffs) {
      if (this.#characters <= MAX_CHARACTERS) return
      this.#diffs.delete(oldest)
      this.#characters -= sizeOf(evicted)
    }
  }
}

const sizeOf = (blocks: readonly DiffBlock[]): number => blocks.reduce((sum, { rows }) => sum + rows.length, 1)
