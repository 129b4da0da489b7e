import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { RenderedText } from './orders.ts'

interface Rendering {
  readonly rendered: RenderedText
  readonly needs: string
}

/** Higher levels take longer than they save. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 }
/** Renderings with more repetition than this are unpacked in several pieces. */
const USUAL_RATIO = 12

/** A rendering in about a tenth of its size. */
export function packRendering({ rendered, needs }: Rendering): Buffer {
  const plain = serialize([rendered, needs])
  // A copy, because the compressor's buffer is larger than its content.
  return Buffer.from(zstdCompressSync(plain, { pledgedSrcSize: plain.length, params: PARAMS }))
}

export function unpackRendering(bytes: Buffer): Rendering {
  const plain = zstdDecompressSync(bytes, { chunkSize: Math.max(1024, bytes.length * USUAL_RATIO) })
  const [rendered, needs] = deserialize(plain) as [RenderedText, string]
  return { rendered, needs }
}
