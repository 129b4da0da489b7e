import type { Reader, Writer } from '#store/store.ts'

/** How far before a translation's last change its other changes still count as recent: six hours. */
export const RECENT_WINDOW = 6 * 3600 * 1_000_000

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
 * The last burst of work: content changes newer than six hours before the translation's own last change. It depends on
 * the changes alone, not on the hour of asking, so the stored number is exact at every instant.
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

/**
 * Called after content changes were added, with their timestamps. Moves the window forward: what leaves it is counted
 * through the index, once for each change over all time, so a long burst costs no more per change than a short one.
 */
export async function noteContentChanges(
  tx: Writer,
  translation: number,
  added: readonly number[],
  author: number | null,
): Promise<void> {
  if (added.length === 0) return
  // An update that changes nothing: it reads the row and keeps other writers away from it, on both engines.
  const row = await tx
    .updateTable('translation')
    .set(eb => ({ last_change: eb.ref('last_change') }))
    .where('id', '=', translation)
    .returning(['last_change', 'recent_changes'])
    .executeTakeFirst()
  if (row === undefined) return
  const before = row.last_change
  const newest = added.reduce((a, b) => Math.max(a, b))
  if (before === null || newest >= before) {
    const start = newest - RECENT_WINDOW
    const old = before ?? Number.MIN_SAFE_INTEGER
    const oldStart = before === null ? start : before - RECENT_WINDOW
    const stay = added.filter(at => at > start).length
    // The rows just added are in the table already; those of them at or before the old end must not be taken off twice.
    const gone = start > oldStart ? await contentChangesBetween(tx, translation, oldStart, Math.min(start, old)) : 0
    const goneAdded = added.filter(at => at > oldStart && at <= Math.min(start, old)).length
    await tx
      .updateTable('translation')
      .set({
        last_change: newest,
        recent_changes: row.recent_changes - (gone - goneAdded) + stay,
        last_author_id: author,
      })
      .where('id', '=', translation)
      .execute()
    return
  }
  const late = added.filter(at => at > before - RECENT_WINDOW).length
  if (late === 0) return
  await tx
    .updateTable('translation')
    .set({ recent_changes: row.recent_changes + late })
    .where('id', '=', translation)
    .execute()
}
