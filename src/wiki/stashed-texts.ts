import { BoundedCache } from '#cache/bounded-cache.ts'

const MAX_BYTES = 16 * 1024 * 1024

/**
 * Texts that people are about to save, by hash, so they need not be sent again. A client whose text was evicted sends
 * it again, so a small cache in memory is enough.
 */
export class StashedTexts {
  readonly #texts = new BoundedCache<string, string>({ name: 'stashed texts', limit: MAX_BYTES })

  get(hash: string): string | undefined {
    return this.#texts.get(hash)
  }

  add(hash: string, text: string): void {
    this.#texts.set(hash, text, Buffer.byteLength(text))
  }
}
