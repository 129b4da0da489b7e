import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import type { RecentTexts } from '../recent-texts.ts'
import { decodeText } from '../text-encoding.ts'

const BLOBS = statement(db => db.selectFrom('blob').select(['id', 'encoding', 'data']))

/** Where to read texts: a wiki with a cache, or a database alone. */
export interface TextSource {
  readonly db: Reader
  /** Never set within a transaction: it may be rolled back and its IDs reused. */
  readonly texts?: RecentTexts
}

/** Texts by blob ID. */
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
