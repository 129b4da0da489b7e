/** Raw chunks of a file, with lookahead and pushback. */
export class RawBytes {
  readonly #chunks: AsyncIterator<Buffer>
  #returned: Buffer | undefined
  /** Bytes taken and not put back. */
  position: number

  constructor(chunks: AsyncIterable<Buffer>, position = 0) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.position = position
  }

  /** The next chunk, never empty; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const returned = this.#returned
    if (returned !== undefined) {
      this.#returned = undefined
      this.position += returned.length
      return returned
    }
    for (;;) {
      const { done, value } = await this.#chunks.next()
      if (done) return undefined
      if (value.length === 0) continue
      this.position += value.length
      return value
    }
  }

  putBack(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#returned = this.#returned === undefined ? bytes : Buffer.concat([bytes, this.#returned])
    this.position -= bytes.length
  }

  /** Up to `length` bytes from here without consuming them; fewer only at the end. */
  async peek(length: number): Promise<Buffer> {
    const taken: Buffer[] = []
    let total = 0
    while (total < length) {
      const chunk = await this.next()
      if (chunk === undefined) break
      taken.push(chunk)
      total += chunk.length
    }
    const joined = taken.length === 1 ? taken[0]! : Buffer.concat(taken)
    this.putBack(joined)
    return joined.subarray(0, length)
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
