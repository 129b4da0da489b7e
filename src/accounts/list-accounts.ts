import type { Reader } from '#store/store.ts'
import { type Account, accountFromRow } from './account.ts'
import { canonicalName } from './account-name.ts'
import { nameShows } from './hidden-names.ts'

/** An imported wiki may have millions of accounts, so they are read so many at a time. */
const AT_ONCE = 500

export interface ListedAccount extends Account {
  /** Groups of the wiki that hold now, by name. */
  readonly groups: readonly string[]
}

interface Wanted {
  readonly now: number
  /** Only members of this group of the wiki. */
  readonly group?: string | undefined
  /** Only those whose name begins like this. */
  readonly begins?: string | undefined
  /** Those made after the one with this number. */
  readonly after?: number
  readonly atOnce?: number
  /** Leaves out names that were hidden because they are an offence. */
  readonly withoutHidden?: boolean
}

/** Accounts in the order in which they were made, some hundred at a time. */
export async function* listAccounts(
  db: Reader,
  { now, group, begins = '', atOnce = AT_ONCE, withoutHidden = false, ...from }: Wanted,
): AsyncGenerator<readonly ListedAccount[]> {
  const name = canonicalName(begins)
  for (let after = from.after ?? 0; ; ) {
    const rows = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '>', after)
      .$if(group !== undefined, query =>
        query.where('id', 'in', holding(db, now).where('group_name', '=', group!).select('account_id')),
      )
      .$if(name !== '', query => query.where('name', '>=', name).where('name', '<', `${name}\u{10ffff}`))
      .$if(withoutHidden, query => query.where(nameShows(now)))
      .orderBy('id')
      .limit(atOnce)
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
