import type { Selectable } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import { padded } from '#store/keyset.ts'
import { entryStep, lastChange } from '#store/log-order.ts'
import { type ChainStep, StatementChain } from '#store/statement-chain.ts'
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
 * Appends an entry inside the transaction of the change and returns its number. Call it late: readers that must not miss
 * an entry wait for it (docs/decisions/change-log-order.md).
 */
export async function appendChange(tx: Writer, clock: Clock, change: Change): Promise<number> {
  const chain = new StatementChain()
  const entry = chain.add(changeStep(tx, clock, change))
  return (await chain.run(tx))(entry)!
}

/** The same as a part of a chain, for the statement before the commit. */
export const changeStep = (tx: Writer, clock: Clock, change: Change): ChainStep =>
  entryStep(tx, [
    seconds(clock),
    change.area,
    change.kind,
    change.accountId ?? null,
    change.subject ?? '',
    JSON.stringify(change.data ?? {}),
  ])

/** Part of the log; the next part begins after `until`. */
interface LogPart {
  readonly entries: LoggedChange[]
  readonly until: number
}

/** Entries after a number, in order, optionally of one area. No entry up to `until` can appear later. */
export async function readChanges(db: Reader, seq: number, limit: number, area?: string): Promise<LogPart> {
  const last = await lastChange(db)
  if (last <= seq) return { entries: [], until: seq }
  let query = db.selectFrom('change_log').selectAll().where('seq', '>', seq).where('seq', '<=', last)
  if (area !== undefined) query = query.where('area', '=', area)
  const entries = (await query.orderBy('seq').limit(limit).execute()).map(fromRow)
  return { entries, until: entries.length < limit ? last : entries.at(-1)!.seq }
}

/** The same for some kinds of entries of some areas. */
export async function readChangesOf(
  db: Reader,
  seq: number,
  limit: number,
  wanted: readonly { readonly area: string; readonly kinds: readonly string[] }[],
): Promise<LogPart> {
  const last = await lastChange(db)
  if (last <= seq || wanted.length === 0) return { entries: [], until: Math.max(last, seq) }
  const rows = await db
    .selectFrom('change_log')
    .selectAll()
    .where('seq', '>', seq)
    .where('seq', '<=', last)
    .where(eb => eb.or(wanted.map(({ area, kinds }) => eb.and([eb('area', '=', area), eb('kind', 'in', kinds)]))))
    .orderBy('seq')
    .limit(limit)
    .execute()
  const entries = rows.map(fromRow)
  return { entries, until: entries.length < limit ? last : entries.at(-1)!.seq }
}

export const changesAfter = async (...part: Parameters<typeof readChanges>): Promise<LoggedChange[]> =>
  (await readChanges(...part)).entries

/** The entries with these numbers, in order. */
export async function changesNumbered(db: Reader, numbers: readonly number[]): Promise<LoggedChange[]> {
  if (numbers.length === 0) return []
  const query = db.selectFrom('change_log').selectAll().where('seq', 'in', padded(numbers))
  return (await query.orderBy('seq').execute()).map(fromRow)
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
  const end = below ?? (await newestChange(db)) + 1
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

async function newestChange(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('change_log')
    .select(eb => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}
