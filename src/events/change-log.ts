import type { Selectable } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import { holdLock } from '#store/named-locks.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'

interface Change {
  /** Part of the program: accounts, wiki, translation. */
  readonly area: string
  readonly kind: string
  /** The author; null for the system and for unregistered users. */
  readonly accountId?: number | null
  /** Human-readable subject: a title, a user name, a path. */
  readonly subject?: string
  readonly data?: Record<string, unknown>
}

export interface LoggedChange extends Required<Change> {
  readonly seq: number
  /** Seconds since 1970. */
  readonly at: number
}

/**
 * Appends an entry inside the transaction of the change and returns its number. Call it last: on PostgreSQL, other
 * writers wait until this transaction ends. Otherwise a reader that has seen number 7 could miss a number 6 that
 * commits later.
 */
export async function appendChange(tx: Writer, clock: Clock, change: Change): Promise<number> {
  await holdLock(tx, 'changeLog')
  const row = await tx
    .insertInto('change_log')
    .values({
      at: seconds(clock),
      area: change.area,
      kind: change.kind,
      account_id: change.accountId ?? null,
      subject: change.subject ?? '',
      data: JSON.stringify(change.data ?? {}),
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return row.seq
}

/** Entries after a number, in order, optionally of one area. */
export async function changesAfter(db: Reader, seq: number, limit: number, area?: string): Promise<LoggedChange[]> {
  let query = db.selectFrom('change_log').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit)
  if (area !== undefined) query = query.where('area', '=', area)
  return (await query.execute()).map(fromRow)
}

export interface ChangeFilter {
  readonly area?: string | undefined
  readonly kind?: string | undefined
  readonly accountId?: number | undefined
  /** Prefix of the subject. */
  readonly subject?: string | undefined
}

/** Entries scanned per page, so that a search for a rare kind does not read the whole log. */
const SCAN_LIMIT = 50_000

/** The newest matching entries below a number. `older` is where to continue; null at the end of the log. */
export async function findChanges(
  db: Reader,
  { area, kind, accountId, subject }: ChangeFilter,
  below: number | null,
  limit: number,
): Promise<{ changes: LoggedChange[]; older: number | null }> {
  const end = below ?? (await lastChange(db)) + 1
  const begin = Math.max(0, end - SCAN_LIMIT)
  let query = db
    .selectFrom('change_log')
    .selectAll()
    .where('seq', '<', end)
    .where('seq', '>=', begin)
    .orderBy('seq', 'desc')
    .limit(limit + 1)
  if (area !== undefined) query = query.where('area', '=', area)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (subject !== undefined) query = query.where('subject', '>=', subject).where('subject', '<', `${subject}\u{10ffff}`)
  const changes = (await query.execute()).map(fromRow)
  if (changes.length > limit) return { changes: changes.slice(0, limit), older: changes[limit - 1]!.seq }
  const hasMore =
    begin > 0 && (await db.selectFrom('change_log').select('seq').where('seq', '<', begin).limit(1).executeTakeFirst())
  return { changes, older: hasMore ? begin : null }
}

const fromRow = (row: Selectable<Database['change_log']>): LoggedChange => ({
  seq: row.seq,
  at: row.at,
  area: row.area,
  kind: row.kind,
  accountId: row.account_id,
  subject: row.subject,
  data: storedObject<Record<string, unknown>>(row.data),
})

/** The newest number; 0 if the log is empty. */
export async function lastChange(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('change_log')
    .select(eb => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}
