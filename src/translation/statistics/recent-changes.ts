import type { ExpressionBuilder } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'

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
  readonly last_change: number | null
  readonly recent_changes: number
}

/**
 * How many changes leave the window of a translation when its beginning moves to `begin`. They are counted through the index, once
 * each, so a long burst costs no more per change than a short one.
 */
export const expiredChanges = (eb: ExpressionBuilder<Database, 'translation'>, begin: number) =>
  eb
    .selectFrom('translation_change as change')
    .select(change => change.fn.countAll<number>().as('n'))
    .whereRef('change.translation_id', '=', 'translation.id')
    .where('change.is_content', '=', 1)
    .where('change.timestamp', '>', change => change('translation.last_change', '-', RECENT_WINDOW))
    .where('change.timestamp', '<=', begin)

/** The beginning of the window that ends at `at`. */
export const windowBegin = (at: number): number => at - RECENT_WINDOW

/** The window after new content changes. */
export function movedWindow(
  { last_change: before, recent_changes: recent, expired }: Window & { readonly expired: number | null },
  { at, times }: ContentChanges,
): Window {
  if (before === null || at - RECENT_WINDOW >= before) return { last_change: at, recent_changes: times }
  // The clock was set back: the change may still be within the window of a later one.
  if (at < before) return { last_change: before, recent_changes: recent + (at > before - RECENT_WINDOW ? times : 0) }
  return { last_change: at, recent_changes: recent - (expired ?? 0) + times }
}
