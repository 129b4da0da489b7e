// How texts are stored: identical ones once, compressed if that saves space.

import { hash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** A row of the `blob` table, without its ID. */
interface EncodedText {
  readonly hash: Buffer
  readonly size: number
  readonly encoding: 'plain' | 'zstd'
  readonly data: Buffer
}

/** Below this size, the compression overhead outweighs the gain. */
const WORTH_COMPRESSING = 128
const LEVEL = 3
/** Larger than any text a wiki accepts; keeps a damaged row from exhausting memory. */
const MAX_TEXT = 512 * 1024 * 1024

/** The content hash of a text; identical texts share one row. */
export const textHash = (text: Buffer): Buffer => hash('sha256', text, 'buffer')

export function encodeText(text: Buffer, digest = textHash(text)): EncodedText {
  if (text.length >= WORTH_COMPRESSING) {
    // With the size known, zstd and Node allocate fitting tables and buffers; most texts are short.
    const sizes = { pledgedSrcSize: text.length, chunkSize: text.length }
    const data = zstdCompressSync(text, { ...sizes, params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
    if (data.length < text.length) return { hash: digest, size: text.length, encoding: 'zstd', data }
  }
  return { hash: digest, size: text.length, encoding: 'plain', data: text }
}

export function decodeText({ encoding, data }: { readonly encoding: string; readonly data: Buffer }): Buffer {
  if (encoding === 'plain') return data
  if (encoding === 'zstd') return zstdDecompressSync(data, { maxOutputLength: MAX_TEXT, chunkSize: chunkFor(data) })
  throw new Error(`A text has the unknown encoding "${encoding}".`)
}

/** Text usually compresses to about a third; larger results take several chunks. */
const chunkFor = (data: Buffer): number => Math.max(256, data.length * 3)
