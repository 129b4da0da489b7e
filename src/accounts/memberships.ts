import type { Reader, Writer } from '#store/store.ts'

/** A group that was given by hand. */
export interface Membership {
  readonly group: string
  /** Seconds since 1970; null is for ever. */
  readonly expiresAt: number | null
}

/** Memberships that still hold, in the order of the groups' names; expired rows may stay in the table. */
export async function membershipsOf(db: Reader, accountId: number, now: number): Promise<Membership[]> {
  const rows = await db
    .selectFrom('account_group')
    .select(['group_name', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('group_name')
    .execute()
  return rows
    .filter(row => row.expires_at === null || row.expires_at > now)
    .map(row => ({ group: row.group_name, expiresAt: row.expires_at }))
}

/** Groups that an account once had and has lost. */
export async function formerGroupsOf(db: Reader, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('account_former_group')
    .select('group_name')
    .where('account_id', '=', accountId)
    .orderBy('group_name')
    .execute()
  return rows.map(row => row.group_name)
}

/** Gives a group, or changes until when. */
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

/** Takes a group away and remembers it as a former one. Says whether the account had it. */
export async function leaveGroup(tx: Writer, accountId: number, group: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('account_group')
    .where('account_id', '=', accountId)
    .where('group_name', '=', group)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) return false
  await tx
    .insertInto('account_former_group')
    .values({ account_id: accountId, group_name: group })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return true
}
