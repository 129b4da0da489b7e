import { hash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'

/** A text as the `blob` table holds it, without its number. */
export interface EncodedText {
  readonly hash: Buffer
  readonly size: number
  readonly encoding: 'plain' | 'zstd'
  readonly data: Buffer
}

/** Below this, the frame around compressed data takes what compression saves. */
const WORTH_COMPRESSING = 128
const LEVEL = 3
/** Larger than any text a wiki accepts, so that a damaged row cannot fill the memory. */
const MAX_TEXT = 512 * 1024 * 1024

/** What a text is stored under: texts that are the same share one row. */
export const textHash = (text: Buffer): Buffer => hash('sha256', text, 'buffer')

export function encodeText(text: Buffer, known = textHash(text)): EncodedText {
  if (text.length >= WORTH_COMPRESSING) {
    const data = zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
    if (data.length < text.length) return { hash: known, size: text.length, encoding: 'zstd', data }
  }
  return { hash: known, size: text.length, encoding: 'plain', data: text }
}

export function decodeText({ encoding, data }: { readonly encoding: string; readonly data: Buffer }): Buffer {
  if (encoding === 'plain') return data
  if (encoding === 'zstd') return zstdDecompressSync(data, { maxOutputLength: MAX_TEXT })
  throw new Error(`A text is stored in the encoding "${encoding}", which this version does not know.`)
}

/** Texts by their number in `blob`. */
export async function readTexts(db: Reader, blobIds: Iterable<number>): Promise<Map<number, Buffer>> {
  const ids = [...new Set(blobIds)]
  const texts = new Map<number, Buffer>()
  for (let from = 0; from < ids.length; from += 500) {
    const rows = await db
      .selectFrom('blob')
      .where('id', 'in', padded(ids.slice(from, from + 500)))
      .select(['id', 'encoding', 'data'])
      .execute()
    for (const row of rows) texts.set(row.id, decodeText(row))
  }
  return texts
}
