import { statement } from '#store/statement.ts'
import type { Reader, Writer } from '#store/store.ts'

/** An explicitly assigned group. */
export interface Membership {
  readonly group: string
  /** Seconds since 1970; null for never. */
  readonly expiresAt: number | null
}

const MEMBERSHIPS = statement(db =>
  db.selectFrom('account_group').select(['group_name', 'expires_at']).orderBy('group_name'),
)

/** Unexpired memberships, by group name. Expired rows stay in the table. */
export async function membershipsOf(db: Reader, accountId: number, now: number): Promise<Membership[]> {
  return unexpired(await MEMBERSHIPS.where('account_id', '=', accountId).all(db), now)
}

interface GroupRow {
  readonly group_name: string
  readonly expires_at: number | null
}

export const unexpired = (rows: readonly GroupRow[], now: number): Membership[] =>
  rows
    .filter(row => row.expires_at === null || row.expires_at > now)
    .map(row => ({ group: row.group_name, expiresAt: row.expires_at }))

export async function formerGroupsOf(db: Reader, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('account_former_group')
    .select('group_name')
    .where('account_id', '=', accountId)
    .orderBy('group_name')
    .execute()
  return rows.map(row => row.group_name)
}

/** Adds an account to a group, or changes when its membership expires. */
export async function joinGroup(
  tx: Writer,
  accountId: number,
  group: string,
  expiresAt: number | null = null,
): Promise<void> {
  await tx
    .insertInto('account_group')
    .values({ account_id: accountId, group_name: group, expires_at: expiresAt })
    .onConflict(conflict => conflict.columns(['account_id', 'group_name']).doUpdateSet({ expires_at: expiresAt }))
    .execute()
}

/** Removes an account from a group and records it as a former group. Returns whether the account was a member. */
export async function leaveGroup(tx: Writer, accountId: number, group: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('account_group')
    .where('account_id', '=', accountId)
    .where('group_name', '=', group)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) return false
  await tx
    .insertInto('account_former_group')
    .values({ account_id: accountId, group_name: group })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return true
}
