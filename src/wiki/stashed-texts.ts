const MAX_BYTES = 16 * 1024 * 1024

/**
 * Texts that people are about to save, by their hash. Whoever sends one beforehand need not send it again, and whoever
 * finds that it is gone sends it once more; so a few of them in memory are enough.
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
    // The beginning is where the oldest is.
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
