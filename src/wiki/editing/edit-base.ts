import type { Reader } from '#store/store.ts'
import type { TextSource } from '../content/text-blobs.ts'
import { type PageState, revisionText } from './page-state.ts'

/** The revision that somebody saw when they began to write. */
export type EditBase = { readonly revision: number } | { readonly timestamp: number }

/** `current`: nobody changed the page since. `unknown`: somebody did, and it cannot be said what was there before. */
export type FoundBase = 'current' | 'unknown' | { readonly text: string }

export async function findBase(source: TextSource, { page }: PageState, base: EditBase): Promise<FoundBase> {
  const { db } = source
  if (page === null) return 'current'
  if ('revision' in base) {
    if (base.revision === page.latest_rev) return 'current'
    const row = await revisionOf(db, page.id).where('id', '=', base.revision).executeTakeFirst()
    return row ? knownBase(source, row.id) : 'unknown'
  }
  const latest = await revisionOf(db, page.id).where('id', '=', page.latest_rev).executeTakeFirst()
  if (latest === undefined || latest.timestamp <= base.timestamp) return 'current'
  const row = await revisionOf(db, page.id)
    .where('timestamp', '=', base.timestamp)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? knownBase(source, row.id) : 'unknown'
}

const revisionOf = (db: Reader, pageId: number) =>
  db.selectFrom('revision').where('page_id', '=', pageId).select(['id', 'timestamp'])

async function knownBase(source: TextSource, revisionId: number): Promise<FoundBase> {
  const text = await revisionText(source, revisionId)
  return text === null ? 'unknown' : { text }
}
