import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { RenderedText } from './orders.ts'

/** A rendering with the inputs it depends on. */
export interface Rendering {
  readonly rendered: RenderedText
  /** Serialized. */
  readonly needs: string
  /** Whether it has inputs that are not in the change log. */
  readonly isVolatile: boolean
  /** Validity period; Unix times in seconds. */
  readonly from: number
  readonly until: number
}

/** Higher levels take longer than they save. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 }
/** Renderings with more repetition than this are unpacked in several pieces. */
const USUAL_RATIO = 12

/** A rendering in about a tenth of its size. */
export function packRendering({ rendered, needs, isVolatile, from, until }: Rendering): Buffer {
  const plain = serialize([rendered, needs, isVolatile, from, until])
  // A copy, because the compressor's buffer is larger than its content.
  return Buffer.from(zstdCompressSync(plain, { pledgedSrcSize: plain.length, params: PARAMS }))
}

/** Null for damaged bytes, for example after the disk was full. */
export function unpackRendering(bytes: Buffer): Rendering | null {
  try {
    return unpacked(bytes)
  } catch {
    return null
  }
}

function unpacked(bytes: Buffer): Rendering {
  const plain = zstdDecompressSync(bytes, { chunkSize: Math.max(1024, bytes.length * USUAL_RATIO) })
  const [rendered, needs, isVolatile, from, until] = deserialize(plain) as [
    RenderedText,
    string,
    boolean,
    number,
    number,
  ]
  return { rendered, needs, isVolatile, from, until }
}
