import type { Selectable } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import { holdLock } from '#store/named-locks.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { ChangeLogTable } from '#store/tables/events.ts'

interface Change {
  /** Which floor of the house it happened on: accounts, wiki, translation. */
  readonly area: string
  readonly kind: string
  /** Whose doing it was; null for the system and for people without an account. */
  readonly accountId?: number | null
  /** What it is about, in words: a title, a user name, a path. */
  readonly subject?: string
  readonly data?: Record<string, unknown>
}

export interface LoggedChange extends Required<Change> {
  readonly seq: number
  /** Seconds since 1970. */
  readonly at: number
}

/**
 * Adds one entry inside the transaction that made the change, and returns its number. Call it last: on PostgreSQL it
 * makes other writers wait until this transaction ends, because a reader that has seen number 7 must never miss a
 * number 6 that commits later.
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

/** Entries after a number, in order; `area` keeps to one floor. */
export async function changesAfter(db: Reader, seq: number, limit: number, area?: string): Promise<LoggedChange[]> {
  let query = db.selectFrom('change_log').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit)
  if (area !== undefined) query = query.where('area', '=', area)
  return (await query.execute()).map(fromRow)
}

/** Which entries somebody looks for. */
export interface ChangeFilter {
  readonly area?: string | undefined
  readonly kind?: string | undefined
  readonly accountId?: number | undefined
  /** How the subject begins. */
  readonly subject?: string | undefined
}

/** So many entries are looked at for one page, so that a rare kind does not have the whole log read. */
const LOOKED_AT = 50_000

/** The newest entries that fit, below a number. `older` is where to go on; null when there is nothing left. */
export async function findChanges(
  db: Reader,
  { area, kind, accountId, subject }: ChangeFilter,
  below: number | null,
  limit: number,
): Promise<{ changes: LoggedChange[]; older: number | null }> {
  const end = below ?? (await lastChange(db)) + 1
  const begin = Math.max(0, end - LOOKED_AT)
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
  const isMore =
    begin > 0 && (await db.selectFrom('change_log').select('seq').where('seq', '<', begin).limit(1).executeTakeFirst())
  return { changes, older: isMore ? begin : null }
}

const fromRow = (row: Selectable<ChangeLogTable>): LoggedChange => ({
  seq: row.seq,
  at: row.at,
  area: row.area,
  kind: row.kind,
  accountId: row.account_id,
  subject: row.subject,
  data: storedObject<Record<string, unknown>>(row.data),
})

/** The newest number; 0 when nothing has happened yet. */
export async function lastChange(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('change_log')
    .select(eb => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}
