const MAX_BYTES = 8 * 1024 * 1024
/** Keeps a few huge pages from evicting everything else. */
const MAX_TEXT = 256 * 1024

/**
 * Caches recently read texts, decompressed: clients request the same pages repeatedly, and decompressing costs more
 * than the query. A text never changes or disappears under its ID, so entries never go stale.
 */
export class RecentTexts {
  readonly #texts = new Map<number, Buffer>()
  #bytes = 0

  get(id: number): Buffer | undefined {
    const text = this.#texts.get(id)
    if (text === undefined) return undefined
    // Moves it to the end: the map starts with the least recently used text.
    this.#texts.delete(id)
    this.#texts.set(id, text)
    return text
  }

  add(id: number, text: Buffer): void {
    if (text.length > MAX_TEXT || this.#texts.has(id)) return
    this.#texts.set(id, text)
    this.#bytes += text.length
    for (const [oldest, { length }] of this.#texts) {
      if (this.#bytes <= MAX_BYTES) return
      this.#texts.delete(oldest)
      this.#bytes -= length
    }
  }
}
