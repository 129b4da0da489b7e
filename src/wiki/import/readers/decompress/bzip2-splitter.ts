import { ByteWindow } from '../byte-window.ts'
import { DumpError } from '../dump-error.ts'
import { findMagic, readWord } from './bzip2-magic.ts'

/** One compressed block, extracted from its stream bit by bit. */
export interface Bzip2Block {
  /** The level digit of its stream, which sets the maximum block size. */
  readonly level: number
  readonly bytes: Buffer
  readonly firstBit: number
  readonly bitLength: number
  readonly checksum: number
  /** File position of the block in bytes. */
  readonly position: number
  /** File position of its stream, and whether the block is the first one. */
  readonly stream: number
  readonly opensStream: boolean
}

/**
 * Incompressible input makes a block about 1 % larger than its 900,000 bytes;
 * twice that leaves room for false magic numbers.
 */
const MAX_BLOCK_BYTES = 2_000_000

/** Bits by which a magic number may overlap the next chunk. */
const OVERLAP_BITS = 7 * 8

/** An end marker, its checksum, padding, and enough bytes to tell whether another stream follows. */
const END_BYTES = 11 + 11

/**
 * Splits bzip2 data into blocks that can be decompressed in parallel: concatenated streams (Wikimedia's multistream
 * dumps) and the blocks in each.
 */
export class Bzip2Splitter {
  readonly #file: string
  readonly #window: ByteWindow
  #state: 'header' | 'firstMagic' | 'block' = 'header'
  #level = 0
  #stream = 0
  #combined = 0
  #opensStream = true
  /** Bits are counted from `bytes[start]` of the window. */
  #blockBit = 0
  #searchBit = 0

  constructor(file: string, position: number) {
    this.#file = file
    this.#window = new ByteWindow(position)
  }

  push(chunk: Buffer): Bzip2Block[] {
    this.#window.append(chunk)
    const blocks: Bzip2Block[] = []
    while (this.#step(blocks)) {}
    return blocks
  }

  finish(): Bzip2Block[] {
    // The last magic number may end right before the end of the file: zero padding makes it visible.
    const rest = this.#window.unread
    const blocks = this.push(Buffer.alloc(END_BYTES))
    if (this.#state !== 'header') {
      throw this.#error('is truncated: the bzip2 data ends too early', this.#window.start + rest)
    }
    return blocks
  }

  #step(blocks: Bzip2Block[]): boolean {
    if (this.#state === 'header') return this.#header()
    if (this.#state === 'firstMagic') return this.#firstMagic()
    return this.#nextMagic(blocks)
  }

  #header(): boolean {
    const window = this.#window
    while (window.start < window.end && window.bytes[window.start] === 0) window.start++
    if (window.unread < 4) return false
    const level = window.bytes[window.start + 3]! - 0x30
    if (window.bytes.toString('latin1', window.start, window.start + 3) !== 'BZh' || level < 1 || level > 9) {
      throw this.#error('contains data that is not bzip2', window.start)
    }
    this.#level = level
    this.#stream = window.positionOf(window.start)
    this.#combined = 0
    this.#opensStream = true
    window.start += 4
    this.#state = 'firstMagic'
    return true
  }

  #firstMagic(): boolean {
    const window = this.#window
    if (window.unread < 11) return false
    const view = window.bytes.subarray(window.start, window.end)
    const found = findMagic(view, 0, view.length)
    if (found?.bit !== 0) throw this.#error('has damaged bzip2 data (no block after the header)', window.start)
    this.#blockBit = 0
    this.#searchBit = 48
    if (found.kind === 'block') this.#state = 'block'
    else if (!this.#endStream(view, 0)) throw this.#error('has damaged bzip2 data (wrong checksum)', window.start)
    return true
  }

  #nextMagic(blocks: Bzip2Block[]): boolean {
    const window = this.#window
    const view = window.bytes.subarray(window.start, window.end)
    const found = findMagic(view, this.#searchBit, view.length)
    if (found === undefined) {
      if (view.length > MAX_BLOCK_BYTES) throw this.#error('has damaged bzip2 data (no end of a block)', window.start)
      this.#searchBit = Math.max(this.#searchBit, view.length * 8 - OVERLAP_BITS)
      return false
    }
    if (found.kind === 'end' && view.length < (found.bit >> 3) + END_BYTES) return false
    const block = this.#cut(view, found.bit)
    if (found.kind === 'end') {
      if (!this.#endStream(view, found.bit, block.checksum)) {
        // An end marker inside a block is a coincidence, and the block continues.
        this.#searchBit = found.bit + 1
        return true
      }
    } else {
      this.#combined = combine(this.#combined, block.checksum)
      const whole = found.bit >> 3
      window.start += whole
      this.#blockBit = found.bit & 7
      this.#searchBit = this.#blockBit + 48
    }
    this.#opensStream = false
    blocks.push(block)
    return true
  }

  #cut(view: Buffer, endBit: number): Bzip2Block {
    const from = this.#blockBit
    return {
      level: this.#level,
      bytes: Buffer.from(view.subarray(0, (endBit + 7) >> 3)),
      firstBit: from,
      bitLength: endBit - from,
      checksum: readWord(view, from + 48),
      position: this.#window.positionOf(this.#window.start),
      stream: this.#stream,
      opensStream: this.#opensStream,
    }
  }

  #endStream(view: Buffer, bit: number, lastChecksum?: number): boolean {
    const combined = lastChecksum === undefined ? this.#combined : combine(this.#combined, lastChecksum)
    const after = (bit + 80 + 7) >> 3
    // A false block marker invalidates the stream checksum but not those of
    // the blocks; a following stream is proof enough.
    if (readWord(view, bit + 48) !== combined && !beginsStream(view, after)) return false
    this.#window.start += after
    this.#state = 'header'
    return true
  }

  #error(problem: string, index: number): DumpError {
    return new DumpError(problem, { file: this.#file, position: this.#window.positionOf(index) })
  }
}

function beginsStream(view: Buffer, at: number): boolean {
  if (view.toString('latin1', at, at + 3) !== 'BZh') return false
  const from = (at + 4) * 8
  return findMagic(view, from, Math.min(view.length, at + END_BYTES))?.bit === from
}

/** Joins two adjacent blocks that were split at a coincidental magic number. */
export function joinBlocks(first: Bzip2Block, second: Bzip2Block): Bzip2Block {
  const overlap = (first.firstBit + first.bitLength) & 7 ? 1 : 0
  return {
    ...first,
    bytes: Buffer.concat([first.bytes.subarray(0, first.bytes.length - overlap), second.bytes]),
    bitLength: first.bitLength + second.bitLength,
  }
}

function combine(combined: number, checksum: number): number {
  return (((combined << 1) | (combined >>> 31)) ^ checksum) >>> 0
}
