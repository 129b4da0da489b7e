import { hash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import type { RecentTexts } from '../recent-texts.ts'

/** A text as the `blob` table holds it, without its number. */
interface EncodedText {
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
    // Knowing the size, zstd sets out with tables that fit, and Node with a buffer that fits: most texts are short.
    const sizes = { pledgedSrcSize: text.length, chunkSize: text.length }
    const data = zstdCompressSync(text, { ...sizes, params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
    if (data.length < text.length) return { hash: known, size: text.length, encoding: 'zstd', data }
  }
  return { hash: known, size: text.length, encoding: 'plain', data: text }
}

export function decodeText({ encoding, data }: { readonly encoding: string; readonly data: Buffer }): Buffer {
  if (encoding === 'plain') return data
  if (encoding === 'zstd') return zstdDecompressSync(data, { maxOutputLength: MAX_TEXT, chunkSize: chunkFor(data) })
  throw new Error(`A text is stored in the encoding "${encoding}", which this version does not know.`)
}

const BLOBS = statement(db => db.selectFrom('blob').select(['id', 'encoding', 'data']))

/** Text shrinks to a third or so; what does not fit comes in several chunks. */
const chunkFor = (data: Buffer): number => Math.max(256, data.length * 3)

/** Where texts are read: a wiki, which remembers some of them, or a database alone. */
export interface TextSource {
  readonly db: Reader
  /** Never with a transaction: what that wrote may yet be undone, and its numbers given to other texts. */
  readonly texts?: RecentTexts
}

/** Texts by their number in `blob`. */
export async function readTexts(
  { db, texts: recent }: TextSource,
  blobIds: Iterable<number>,
): Promise<Map<number, Buffer>> {
  const texts = new Map<number, Buffer>()
  const missing: number[] = []
  for (const id of new Set(blobIds)) {
    const text = recent?.get(id)
    if (text) texts.set(id, text)
    else missing.push(id)
  }
  for (let from = 0; from < missing.length; from += 500) {
    for (const row of await BLOBS.where('id', 'in', missing.slice(from, from + 500)).all(db)) {
      const text = decodeText(row)
      texts.set(row.id, text)
      recent?.add(row.id, text)
    }
  }
  return texts
}
