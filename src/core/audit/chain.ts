import { padded } from '#store/keyset.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Reader, Writer } from '#store/store.ts'
import { type AuditEvent, type EntryRow, hashOf } from './entry.ts'

/** The end of the chain, where it begins, and how far the change log is sealed. */
export interface Head {
  readonly seq: number
  readonly hash: string
  /** The last entry that was deleted because it was old; 0 if none was. */
  readonly anchorSeq: number
  readonly anchorHash: string
  readonly changeSeq: number
}

const ONLY = 1

const headRow = (db: Reader) => db.selectFrom('audit_head').selectAll().where('id', '=', ONLY)

export const readHead = async (db: Reader): Promise<Head> => fromRow(await headRow(db).executeTakeFirstOrThrow())

/** Reads the head and keeps other servers from sealing until the transaction ends. */
export const lockHead = async (tx: Writer): Promise<Head> =>
  fromRow(await lockRows(tx, headRow(tx)).executeTakeFirstOrThrow())

const fromRow = (row: Awaited<ReturnType<ReturnType<typeof headRow>['executeTakeFirstOrThrow']>>): Head => ({
  seq: row.seq,
  hash: row.hash,
  anchorSeq: row.anchor_seq,
  anchorHash: row.anchor_hash,
  changeSeq: row.change_seq,
})

/** Fewer rows per statement, because SQLite limits the number of bound values. */
const ROWS_AT_ONCE = 500

/** Appends entries after the head and stores the new head. Only for the transaction that has locked the head. */
export async function appendEntries(
  tx: Writer,
  head: Head,
  events: readonly AuditEvent[],
  now: number,
  changeSeq = head.changeSeq,
): Promise<Head> {
  const names = await namesOf(tx, events)
  let { seq, hash } = head
  const rows = events.map(({ at, category, event, accountId, subject, address = '', data = {} }) => {
    seq += 1
    const row = {
      seq,
      at,
      sealed_at: now,
      category,
      event,
      account_id: accountId,
      actor: accountId === null ? '' : (names.get(accountId) ?? ''),
      subject: storable(subject),
      address: storable(address),
      data: JSON.stringify(data),
      previous: hash,
    }
    hash = hashOf(row)
    return { ...row, hash } satisfies EntryRow
  })
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx
      .insertInto('audit_entry')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
  await tx.updateTable('audit_head').set({ seq, hash, change_seq: changeSeq }).where('id', '=', ONLY).execute()
  return { ...head, seq, hash, changeSeq }
}

/** Moves the beginning of the chain. */
export async function moveAnchor(tx: Writer, anchorSeq: number, anchorHash: string): Promise<void> {
  const set = { anchor_seq: anchorSeq, anchor_hash: anchorHash }
  await tx.updateTable('audit_head').set(set).where('id', '=', ONLY).execute()
}

/** Lone surrogates and NUL would be stored as something else, and the hash would not match. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}')

async function namesOf(db: Reader, events: readonly AuditEvent[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(events.flatMap(({ accountId }) => accountId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('account').select(['id', 'name']).where('id', 'in', padded(ids)).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
