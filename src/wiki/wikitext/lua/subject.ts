// The strings that patterns work on: bytes in Lua's memory, or decoded code points.

import { LuaRaised, type Machine } from './machine.ts'

export interface Subject {
  readonly codes: ArrayLike<number>
  readonly from: number
  readonly to: number
  /** Address of a position. */
  address(position: number): number
}

interface Decoded {
  readonly bytes: Buffer
  readonly codes: Uint32Array
  /** Byte offset of each code point, and of the end. */
  readonly offsets: Uint32Array
}

/** Code points of a part of memory, or null when it is not UTF-8. */
function decode(heap: Buffer, start: number, end: number): Decoded | null {
  const codes = new Uint32Array(end - start)
  const offsets = new Uint32Array(end - start + 1)
  let count = 0
  for (let at = start; at < end; ) {
    const first = heap[at]!
    const size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
    if (size === 0 || at + size > end) return null
    let code = size === 1 ? first : first & (0xff >> (size + 1))
    for (let next = 1; next < size; next++) {
      const byte = heap[at + next]!
      if ((byte & 0xc0) !== 0x80) return null
      code = (code << 6) | (byte & 0x3f)
    }
    const smallest = size === 3 ? 0x800 : size === 4 ? 0x10000 : 0
    if (code < smallest || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null
    codes[count] = code
    offsets[count] = at - start
    count++
    at += size
  }
  offsets[count] = end - start
  return {
    bytes: Buffer.from(heap.subarray(start, end)),
    codes: codes.subarray(0, count),
    offsets: offsets.subarray(0, count + 1),
  }
}

/** Strings worth keeping decoded: loops ask for the same string again and again. */
const KEPT = 6
const WORTH_KEEPING = 48
const kept: Decoded[] = []

export function decodedString(machine: Machine, start: number, end: number): Decoded | null {
  const { heap } = machine
  const length = end - start
  if (length < WORTH_KEEPING) return decode(heap, start, end)
  const known = kept.find(({ bytes }) => bytes.length === length && heap.compare(bytes, 0, length, start, end) === 0)
  if (known) return known
  const decoded = decode(heap, start, end)
  if (decoded) {
    kept.unshift(decoded)
    kept.length = Math.min(kept.length, KEPT)
  }
  return decoded
}

export function forgetDecoded(): void {
  kept.length = 0
}

export function isAscii(heap: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (heap[at]! >= 0x80) return false
  return true
}

export const byteSubject = (machine: Machine, start: number, end: number): Subject => ({
  codes: machine.heap,
  from: start,
  to: end,
  address: position => position,
})

export function codeSubject(machine: Machine, start: number, end: number, what: string): Subject {
  const decoded = decodedString(machine, start, end)
  if (decoded === null) throw new LuaRaised(`bad argument ${what} (string is not UTF-8)`)
  const { codes, offsets } = decoded
  return { codes, from: 0, to: codes.length, address: position => start + offsets[position]! }
}
