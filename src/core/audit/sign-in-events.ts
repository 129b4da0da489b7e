import { type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { AuditEvent } from './entry.ts'

/** A literal, because a bound value would not match the index of unsealed rows. */
const UNSEALED = sql<SqlBool>`sealed = 0`

/** Logins that have no entry yet. Rows, not a position: on PostgreSQL, ids become visible out of order. */
export async function unsealedSignIns(db: Reader, limit: number): Promise<{ ids: number[]; events: AuditEvent[] }> {
  const rows = await db
    .selectFrom('sign_in')
    .innerJoin('account', 'account.id', 'sign_in.account_id')
    .selectAll('sign_in')
    .select('account.name')
    .where(UNSEALED)
    .orderBy('sign_in.id')
    .limit(limit)
    .execute()
  const events: AuditEvent[] = []
  for (const row of rows) {
    const { account_id: accountId, at, way, outcome, address, device, name: subject } = row
    const isOk = outcome === 'ok'
    const isNew = isOk && (await isNewDevice(db, row))
    events.push({
      at,
      category: 'sign-in',
      event: isOk ? 'login' : 'login-failed',
      // A failed attempt may be someone else's.
      accountId: isOk ? accountId : null,
      subject,
      address,
      data: { way, ...(!isOk && { wrong: outcome }), device, ...(isNew && { newDevice: true }) },
    })
  }
  return { ids: rows.map(row => row.id), events }
}

export const hasUnsealedSignIns = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('sign_in').select('id').where(UNSEALED).limit(1).executeTakeFirst()) !== undefined

/** Returns how many rows were not sealed before. */
export async function markSealed(tx: Writer, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const marked = await tx
    .updateTable('sign_in')
    .set({ sealed: 1 })
    .where('id', 'in', padded(ids))
    .where(UNSEALED)
    .executeTakeFirst()
  return Number(marked.numUpdatedRows)
}

/** The same rule as for the email about a new device: the first login of all is not new. */
async function isNewDevice(
  db: Reader,
  { id, account_id, place }: { readonly id: number; readonly account_id: number; readonly place: string },
): Promise<boolean> {
  const earlier = db
    .selectFrom('sign_in')
    .select('id')
    .where('account_id', '=', account_id)
    .where('id', '<', id)
    .where('outcome', '=', 'ok')
    .limit(1)
  if ((await earlier.executeTakeFirst()) === undefined) return false
  return (await earlier.where('place', '=', place).executeTakeFirst()) === undefined
}
