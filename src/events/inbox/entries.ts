import type { Selectable } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import { padded } from '#store/keyset.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { inboxChanged } from './deliver.ts'

export type InboxRow = Selectable<Database['inbox']>

export interface InboxFilter {
  readonly kinds?: readonly string[] | undefined
  readonly area?: string | undefined
  readonly unread?: boolean
  /** Only entries with smaller numbers. */
  readonly below?: number | null
}

/** The newest entries of an account. */
export async function entriesOf(
  db: Reader,
  account: number,
  { kinds, area, unread = false, below = null }: InboxFilter,
  limit: number,
): Promise<InboxRow[]> {
  let query = db.selectFrom('inbox').selectAll().where('account_id', '=', account).orderBy('id', 'desc').limit(limit)
  if (unread) query = query.where('read_at', 'is', null)
  if (area !== undefined) query = query.where('area', '=', area)
  if (kinds !== undefined) query = query.where('kind', 'in', [...kinds])
  if (below !== null) query = query.where('id', '<', below)
  return query.execute()
}

/** Marks entries of an account as read, or as unread again; those of others are left alone. Returns how many changed. */
export async function markEntries(
  tx: Writer,
  clock: Clock,
  account: number,
  ids: readonly number[],
  isRead: boolean,
): Promise<number> {
  if (ids.length === 0) return 0
  const done = await tx
    .updateTable('inbox')
    .set({ read_at: isRead ? seconds(clock) : null })
    .where('account_id', '=', account)
    .where('id', 'in', padded(ids))
    .where('read_at', isRead ? 'is' : 'is not', null)
    .executeTakeFirst()
  const changed = Number(done.numUpdatedRows)
  if (changed > 0) await inboxChanged(tx, clock, [account])
  return changed
}

/** Marks everything up to a number as read, so that what arrives meanwhile stays unread. */
export async function markAllRead(
  tx: Writer,
  clock: Clock,
  account: number,
  upTo: number,
  { kinds, area }: InboxFilter = {},
): Promise<number> {
  let query = tx
    .updateTable('inbox')
    .set({ read_at: seconds(clock) })
    .where('account_id', '=', account)
    .where('read_at', 'is', null)
    .where('id', '<=', upTo)
  if (area !== undefined) query = query.where('area', '=', area)
  if (kinds !== undefined) query = query.where('kind', 'in', [...kinds])
  const changed = Number((await query.executeTakeFirst()).numUpdatedRows)
  if (changed > 0) await inboxChanged(tx, clock, [account])
  return changed
}
