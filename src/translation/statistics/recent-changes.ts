import type { Reader, Writer } from '#store/store.ts'

/** Changes within six hours before a translation's last change count as recent. */
const RECENT_WINDOW = 6 * 3600 * 1_000_000

const contentChangesBetween = async (db: Reader, translation: number, after: number, upTo: number): Promise<number> => {
  const row = await db
    .selectFrom('translation_change')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('translation_id', '=', translation)
    .where('is_content', '=', 1)
    .where('timestamp', '>', after)
    .where('timestamp', '<=', upTo)
    .executeTakeFirstOrThrow()
  return row.n
}

/**
 * The last burst of work: content changes within six hours before the translation's last change. It does not depend on the
 * current time, so the stored number is always exact.
 */
export async function recountRecent(db: Reader, translation: number): Promise<{ last: number | null; recent: number }> {
  const newest = await db
    .selectFrom('translation_change')
    .select('timestamp')
    .where('translation_id', '=', translation)
    .where('is_content', '=', 1)
    .orderBy('timestamp', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return { last: null, recent: 0 }
  const last = newest.timestamp
  return { last, recent: await contentChangesBetween(db, translation, last - RECENT_WINDOW, last) }
}

/** Content changes of one transaction in one translation, with the same timestamp. */
export interface ContentChanges {
  at: number
  times: number
  author: number | null
}

interface Window {
  last_change: number | null
  recent_changes: number
}

/**
 * Moves the window forward. Call after adding content changes, with the translation's row locked. Changes that leave the
 * window are counted through the index, once each, so a long burst costs no more per change than a short one.
 */
export async function moveWindow(
  tx: Writer,
  translation: number,
  { last_change: before, recent_changes: recent }: Window,
  { at, times, author }: ContentChanges,
): Promise<Window> {
  const after = await moved(tx, translation, before, recent, at, times)
  if (after.last_change === before && after.recent_changes === recent) return after
  await tx
    .updateTable('translation')
    .set({ ...after, ...(after.last_change === at && { last_author_id: author }) })
    .where('id', '=', translation)
    .execute()
  return after
}

async function moved(
  tx: Writer,
  translation: number,
  before: number | null,
  recent: number,
  at: number,
  times: number,
): Promise<Window> {
  if (before === null) return { last_change: at, recent_changes: times }
  // The clock was set back: the change may still be within the window of a later one.
  if (at < before) return { last_change: before, recent_changes: recent + (at > before - RECENT_WINDOW ? times : 0) }
  const start = at - RECENT_WINDOW
  if (start >= before) return { last_change: at, recent_changes: times }
  if (at === before) return { last_change: at, recent_changes: recent + times }
  const expired = await contentChangesBetween(tx, translation, before - RECENT_WINDOW, start)
  return { last_change: at, recent_changes: recent - expired + times }
}
