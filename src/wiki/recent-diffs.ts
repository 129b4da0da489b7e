import { BoundedCache } from '#cache/bounded-cache.ts'

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
  readonly #diffs = new BoundedCache<string, readonly DiffBlock[]>({ name: 'diffs', limit: MAX_CHARACTERS })

  get(before: number, after: number): readonly DiffBlock[] | undefined {
    return this.#diffs.get(`${before} ${after}`)
  }

  add(before: number, after: number, blocks: readonly DiffBlock[]): void {
    this.#diffs.set(`${before} ${after}`, blocks, sizeOf(blocks))
  }
}

const sizeOf = (blocks: readonly DiffBlock[]): number => blocks.reduce((sum, { rows }) => sum + rows.length, 1)
