const MAX_BYTES = 16 * 1024 * 1024

/**
 * Texts that people are about to save, by hash, so they need not be sent again. A client whose text was evicted sends
 * it again, so a small cache in memory is enough.
 */
export class StashedTexts {
  readonly #texts = new Map<string, string>()
  #bytes = 0

  get(hash: string): string | undefined {
    return this.#texts.get(hash)
  }

  add(hash: string, text: string): void {
    this.#remove(hash)
    this.#texts.set(hash, text)
    this.#bytes += Buffer.byteLength(text)
    // The map starts with the oldest text.
    for (const oldest of this.#texts.keys()) {
      if (this.#bytes <= MAX_BYTES) return
      this.#remove(oldest)
    }
  }

  #remove(hash: string): void {
    const text = this.#texts.get(hash)
    if (text === undefined) return
    this.#texts.delete(hash)
    this.#bytes -= Buffer.byteLength(text)
  }
}
