import { brokenPicture, type PictureFacts } from './picture-facts.ts'

/** Maximum number of chunks to read. */
const MAX_CHUNKS = 100

export function webpFacts(bytes: Buffer): PictureFacts {
  const facts = bytes.length >= 12 && bytes.toString('latin1', 8, 12) === 'WEBP' ? pictureIn(bytes) : null
  if (facts === null) return brokenPicture('0')
  const { width = 0, height = 0 } = facts
  return { width, height, bits: 0, metadata: { ...facts, metadata: { _MW_WEBP_VERSION: 1 } } }
}

interface Facts {
  readonly compression: 'lossy' | 'lossless' | 'unknown'
  readonly animated?: boolean
  readonly transparency?: boolean
  readonly width?: number
  readonly height?: number
}

function pictureIn(bytes: Buffer): Facts | null {
  let extended: Facts | null = null
  let at = 12
  for (let part = 0; part < MAX_CHUNKS && at + 18 <= bytes.length; part++) {
    const type = bytes.toString('latin1', at, at + 4)
    const head = bytes.subarray(at, at + 18)
    if (type === 'VP8 ') return { ...extended, ...lossy(head) } as Facts
    if (type === 'VP8L') return { ...extended, ...lossless(head) } as Facts
    if (type === 'VP8X') extended = extendedFacts(head)
    at += 8 + bytes.readUInt32LE(at + 4)
    at += at % 2
  }
  return extended
}

const lossy = (head: Buffer): Facts | null =>
  head.readUIntBE(11, 3) === 0x9d012a
    ? { compression: 'lossy', width: head.readUInt16LE(14) & 0x3fff, height: head.readUInt16LE(16) & 0x3fff }
    : null

function lossless(head: Buffer): Facts | null {
  if (head[8] !== 0x2f) return null
  const packed = head.readUInt32LE(9)
  return { compression: 'lossless', width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
}

const extendedFacts = (head: Buffer): Facts => ({
  compression: 'unknown',
  animated: (head[8]! & 0x02) !== 0,
  transparency: (head[8]! & 0x10) !== 0,
  width: head.readUIntLE(12, 3) + 1,
  height: head.readUIntLE(15, 3) + 1,
})
