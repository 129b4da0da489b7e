import { lastChange } from '#store/log-order.ts'
import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader, Store } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'

const SETTING = 'change-log-deleted'

/** Entries of concurrent transactions may be this many seconds out of order. */
const DISORDER = 60

/**
 * A sequence number before which no entry has this time or a later one. Times grow with sequence numbers, apart from
 * that disorder, so it is a binary search.
 */
export async function firstSince(db: Reader, since: number): Promise<number> {
  let low = 1
  let high = (await lastChange(db)) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await db
      .selectFrom('change_log')
      .select(['seq', 'at'])
      .where('seq', '>=', middle)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined || row.at >= since - DISORDER) high = middle
    else low = row.seq + 1
  }
  return low
}

/** Number of the last deleted entry of an area, or of any area; 0 if none was deleted. */
export async function deletedUpTo(db: Reader, area?: string): Promise<number> {
  const deleted = await readDeleted(db)
  return area === undefined ? Math.max(0, ...Object.values(deleted)) : (deleted[area] ?? 0)
}

/** By area, because a follower of one area stays behind while nothing happens there. */
async function readDeleted(db: Reader): Promise<Record<string, number>> {
  const text = await readSetting(db, SETTING)
  return text === null ? {} : (storedObject<Record<string, number>>(text) as Record<string, number>)
}

/**
 * Whether entries after a number were deleted before a follower could read them. Ask after reading, because entries may
 * be deleted in between.
 */
export const hasMissedChanges = async (db: Reader, seq: number, area?: string): Promise<boolean> =>
  (await deletedUpTo(db, area)) > seq

/** Whether a number is from another log, for example from before the database was restored from a backup. */
export async function isBeyondLog(db: Reader, seq: number): Promise<boolean> {
  if (seq <= (await lastChange(db))) return false
  const newest = await db
    .selectFrom('change_log')
    .select(eb => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return seq > (newest?.seq ?? 0)
}

/**
 * Deletes up to `limit` entries from before a time, oldest first, and returns how many. The newest entry always stays,
 * because caches compare its number.
 */
export async function deleteOldChanges(store: Store, before: number, limit: number): Promise<number> {
  const end = Math.min(await firstSince(store.read, before), await lastChange(store.read))
  const rows = await store.read
    .selectFrom('change_log')
    .select('seq')
    .where('seq', '<', end)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const last = rows.at(-1)?.seq
  if (last === undefined) return 0
  return store.transaction(async tx => {
    const areas = await tx
      .selectFrom('change_log')
      .select(eb => ['area', eb.fn.max('seq').as('seq')])
      .where('seq', '<=', last)
      .groupBy('area')
      .execute()
    const { numDeletedRows } = await tx.deleteFrom('change_log').where('seq', '<=', last).executeTakeFirstOrThrow()
    const newest = Object.fromEntries(areas.map(({ area, seq }) => [area, seq]))
    await writeSetting(tx, SETTING, { ...(await readDeleted(tx)), ...newest })
    return Number(numDeletedRows)
  })
}
