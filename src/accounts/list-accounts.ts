import type { Reader } from '#store/store.ts'
import { type Account, accountFromRow } from './account.ts'

/** An imported wiki may have millions of accounts, so they are read so many at a time. */
const AT_ONCE = 500

export interface ListedAccount extends Account {
  /** Groups of the wiki that hold now, by name. */
  readonly groups: readonly string[]
}

/** All accounts in the order in which they were made, some hundred at a time; with a group, its members alone. */
export async function* listAccounts(
  db: Reader,
  { now, group }: { readonly now: number; readonly group?: string | undefined },
): AsyncGenerator<readonly ListedAccount[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '>', after)
      .$if(group !== undefined, query =>
        query.where('id', 'in', holding(db, now).where('group_name', '=', group!).select('account_id')),
      )
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const memberships = await holding(db, now)
      .select(['account_id', 'group_name'])
      .where('account_id', '>', after)
      .where('account_id', '<=', last.id)
      .orderBy('group_name')
      .execute()
    const groupsOf = Map.groupBy(memberships, row => row.account_id)
    yield rows.map(row => ({
      ...accountFromRow(row),
      groups: (groupsOf.get(row.id) ?? []).map(membership => membership.group_name),
    }))
    after = last.id
  }
}

/** Memberships that have not run out. */
const holding = (db: Reader, now: number) =>
  db
    .selectFrom('account_group')
    .where(where => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
