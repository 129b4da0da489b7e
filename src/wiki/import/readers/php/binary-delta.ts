/** Operations of LibXDiff's binary deltas. */
const INSERT = 1
const COPY = 2
const INSERT_LONG = 3

const HEADER = 8

/**
 * Applies a LibXDiff (PHP's xdiff) binary delta: a checksum and the size of the base, both little-endian, then
 * operations that copy from the base (offset and size, four bytes each) or insert bytes (after a size of one byte or
 * four).
 */
export function applyDelta(base: Buffer, delta: Buffer, maxSize: number): Buffer {
  if (delta.length < HEADER) throw new Error('a truncated binary delta')
  if (delta.readUInt32LE(0) !== checksum(base) || delta.readUInt32LE(4) !== base.length) {
    throw new Error('a binary delta that belongs to another text')
  }
  const parts: Buffer[] = []
  let size = 0
  const add = (source: Buffer, from: number, length: number) => {
    if (from + length > source.length) throw new Error('a truncated binary delta')
    size += length
    if (size > maxSize) throw new Error(`a binary delta that expands to more than ${maxSize} bytes`)
    parts.push(source.subarray(from, from + length))
  }
  for (let at = HEADER; at < delta.length; ) {
    const operation = delta[at++]
    if (operation === COPY) {
      const copied = number(delta, at + 4)
      add(base, number(delta, at), copied)
      at += 8
    } else if (operation === INSERT || operation === INSERT_LONG) {
      const wide = operation === INSERT_LONG
      const length = wide ? number(delta, at) : (delta[at] ?? 0)
      at += wide ? 4 : 1
      add(delta, at, length)
      at += length
    } else throw new Error(`a binary delta with the unknown operation ${operation}`)
  }
  return Buffer.concat(parts)
}

function number(delta: Buffer, at: number): number {
  if (at + 4 > delta.length) throw new Error('a truncated binary delta')
  return delta.readUInt32LE(at)
}

const ADLER = 65_521
/** Bytes that can be summed before the sums must be reduced to remain exact. */
const RUN = 5000

/** Adler-32 with an initial value of 0 instead of 1. */
export function checksum(bytes: Buffer): number {
  let low = 0
  let high = 0
  for (let from = 0; from < bytes.length; from += RUN) {
    const to = Math.min(from + RUN, bytes.length)
    for (let at = from; at < to; at++) {
      low += bytes[at]!
      high += low
    }
    low %= ADLER
    high %= ADLER
  }
  return high * 65_536 + low
}
