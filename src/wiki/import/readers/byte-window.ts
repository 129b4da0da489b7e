const EMPTY = Buffer.alloc(0)

/**
 * The part of a stream in memory: unread bytes are in `bytes` from `start` to `end`.
 *
 * Bytes are never overwritten once added, so slices stay valid. A token that spans many chunks takes amortized linear
 * time, because the buffer grows by doubling.
 */
export class ByteWindow {
  bytes: Buffer = EMPTY
  start = 0
  end = 0
  /** Stream position of `bytes[0]`. */
  base: number
  #ownsRoom = false

  constructor(base = 0) {
    this.base = base
  }

  /** Stream position of an index in `bytes`. */
  positionOf(index: number): number {
    return this.base + index
  }

  get unread(): number {
    return this.end - this.start
  }

  append(chunk: Buffer): void {
    const carried = this.end - this.start
    if (carried === 0) {
      this.base += this.start
      this.bytes = chunk
      this.#ownsRoom = false
      this.start = 0
      this.end = chunk.length
      return
    }
    if (!this.#ownsRoom || this.bytes.length - this.end < chunk.length) {
      const room = carried + chunk.length
      const grown = Buffer.allocUnsafeSlow(carried < chunk.length ? room : room * 2)
      this.bytes.copy(grown, 0, this.start, this.end)
      this.base += this.start
      this.bytes = grown
      this.#ownsRoom = true
      this.start = 0
      this.end = carried
    }
    chunk.copy(this.bytes, this.end)
    this.end += chunk.length
  }
}
