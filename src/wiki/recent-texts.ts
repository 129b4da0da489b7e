import { BoundedCache } from '#cache/bounded-cache.ts'

const MAX_BYTES = 8 * 1024 * 1024
/** Keeps a few huge pages from evicting everything else. */
const MAX_TEXT = 256 * 1024

/**
 * Caches recently read texts, decompressed: clients request the same pages repeatedly, and decompressing costs more
 * than the query. A text never changes or disappears under its ID, so entries never go stale.
 */
export class RecentTexts {
  readonly #texts = new BoundedCache<number, Buffer>({ name: 'texts', limit: MAX_BYTES })

  get(id: number): Buffer | undefined {
    return this.#texts.get(id)
  }

  add(id: number, text: Buffer): void {
    if (text.length <= MAX_TEXT) this.#texts.set(id, text, text.length)
  }
}
