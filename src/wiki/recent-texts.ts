const MAX_BYTES = 8 * 1024 * 1024
/** A few huge pages must not push out everything else. */
const MAX_TEXT = 256 * 1024

/**
 * Texts that were read lately, unpacked. Clients ask for the same pages again and again, and unpacking costs more than
 * finding. A text never changes under its number, and none is ever removed, so nothing here can become wrong.
 */
export class RecentTexts {
  readonly #texts = new Map<number, Buffer>()
  #bytes = 0

  get(id: number): Buffer | undefined {
    const text = this.#texts.get(id)
    if (text === undefined) return undefined
    // To the end: the beginning is where the longest unused one is.
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
