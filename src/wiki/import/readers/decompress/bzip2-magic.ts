/** The format's two 48-bit magic numbers: one starts each block, the other ends each stream, at any bit. */
const BLOCK_MAGIC = 0x314159265359n
export const END_MAGIC = 0x177245385090n

interface Pattern {
  readonly kind: 'block' | 'end'
  readonly shift: number
  readonly value: Uint8Array
  readonly mask: Uint8Array
}

/** Patterns by their second byte, which is complete at every shift. */
const patterns: (readonly Pattern[] | undefined)[] = new Array(256)
const interesting = new Uint8Array(256)

for (const [kind, magic] of [
  ['block', BLOCK_MAGIC],
  ['end', END_MAGIC],
] as const) {
  for (let shift = 0; shift < 8; shift++) {
    const up = BigInt(8 - shift)
    const value = sevenBytes(magic << up)
    const mask = sevenBytes(((1n << 48n) - 1n) << up)
    const second = value[1]!
    patterns[second] = [...(patterns[second] ?? []), { kind, shift, value, mask }]
    interesting[second] = 1
  }
}

function sevenBytes(word: bigint): Uint8Array {
  return Uint8Array.from({ length: 7 }, (_, index) => Number((word >> BigInt(8 * (6 - index))) & 0xffn))
}

interface FoundMagic {
  readonly kind: 'block' | 'end'
  /** Bit offset of the first bit, counted from `bytes[0]`. */
  readonly bit: number
}

/** The first magic number at or after bit `from`, as long as seven bytes are available. */
export function findMagic(bytes: Uint8Array, from: number, end: number): FoundMagic | undefined {
  for (let second = (from >> 3) + 1; second <= end - 6; second++) {
    if (interesting[bytes[second]!] === 0) continue
    for (const pattern of patterns[bytes[second]!]!) {
      const bit = (second - 1) * 8 + pattern.shift
      if (bit >= from && matches(bytes, second - 1, pattern)) return { kind: pattern.kind, bit }
    }
  }
  return undefined
}

function matches(bytes: Uint8Array, at: number, { value, mask }: Pattern): boolean {
  for (let index = 0; index < 7; index++) {
    if ((bytes[at + index]! & mask[index]!) !== value[index]) return false
  }
  return true
}

/** 32 bits from any bit offset, unsigned. */
export function readWord(bytes: Uint8Array, bit: number): number {
  const at = bit >> 3
  const shift = bit & 7
  const word = ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
  return shift === 0 ? word : ((word << shift) | (bytes[at + 4]! >> (8 - shift))) >>> 0
}
