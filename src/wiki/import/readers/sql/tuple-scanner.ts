import type { ByteWindow } from '../byte-window.ts'

const QUOTE = 0x27
const DOUBLE_QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const CLOSE = 0x29
const UNDERSCORE = 0x5f

const VALUE = 0
const STRING = 1
const BARE = 2
const AFTER = 3
const INTRODUCER = 4

/** The form of a value: bare (numbers, NULL, 0x…), a string, or a string with escapes. */
export const KIND_BARE = 0
const KIND_STRING = 1
export const KIND_ESCAPED = 2

/**
 * Finds the bounds of the values in one tuple without decoding them. Keeps its state when the bytes end inside the
 * tuple, so a row of many megabytes is not scanned again with each chunk.
 */
export class TupleScanner {
  /** Bounds of the values, relative to the opening bracket, and their forms. */
  count = 0
  readonly starts: number[] = []
  readonly ends: number[] = []
  readonly kinds: number[] = []
  #offset = 1
  #phase = VALUE
  #quote = QUOTE
  #escaped = false

  /**
   * Length of the tuple at `window.start`, brackets included; 0 when more bytes are needed; -1 when it is malformed.
   */
  scan(window: ByteWindow): number {
    const { bytes, start, end } = window
    let at = start + this.#offset
    let phase = this.#phase
    let { count } = this
    const { starts, ends, kinds } = this
    scanning: for (;;) {
      if (phase === STRING) {
        const quote = this.#quote
        let byte = 0
        while (at < end) {
          byte = bytes[at]!
          if (byte === quote || byte === BACKSLASH) break
          at++
        }
        if (at + 1 >= end) break
        if (byte === BACKSLASH) {
          this.#escaped = true
          at += 2
        } else if (bytes[at + 1] === quote) {
          this.#escaped = true
          at += 2
        } else {
          kinds[count] = this.#escaped ? KIND_ESCAPED : KIND_STRING
          ends[count++] = at - start
          at++
          phase = AFTER
        }
        continue
      }
      if (at >= end) break
      const byte = bytes[at]!
      if (phase === VALUE) {
        if (byte === QUOTE || byte === DOUBLE_QUOTE) {
          this.#quote = byte
          this.#escaped = false
          starts[count] = ++at - start
          phase = STRING
        } else if (byte === UNDERSCORE) phase = INTRODUCER
        else if (byte <= 0x20) at++
        else {
          starts[count] = at - start
          phase = BARE
        }
      } else if (phase === BARE) {
        let last = byte
        while (last !== COMMA && last !== CLOSE) {
          if (++at >= end) break scanning
          last = bytes[at]!
        }
        kinds[count] = KIND_BARE
        ends[count++] = at - start
        phase = AFTER
      } else if (phase === AFTER) {
        at++
        if (byte === COMMA) phase = VALUE
        else if (byte === CLOSE) {
          this.count = count
          this.#offset = 1
          this.#phase = VALUE
          return at - start
        } else if (byte > 0x20) return -1
      } else if (byte === QUOTE || byte === DOUBLE_QUOTE || (byte >= 0x30 && byte <= 0x39)) {
        // `_binary '…'` and `_binary 0x…`: a character set before a literal, which does not matter for bytes.
        if (byte !== QUOTE && byte !== DOUBLE_QUOTE && bytes[at - 1]! > 0x20) at++
        else phase = VALUE
      } else if (byte === COMMA || byte === CLOSE) return -1
      else at++
    }
    this.count = count
    this.#offset = at - start
    this.#phase = phase
    return 0
  }

  /** Starts over for the next tuple. */
  reset(): void {
    this.count = 0
  }
}
