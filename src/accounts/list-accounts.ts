import type { Reader } from '#store/store.ts'
import { type Account, accountFromRow } from './account.ts'
import { canonicalName } from './account-name.ts'
import { nameShows } from './hidden-names.ts'

/** An imported wiki may have millions of accounts, so they are read in batches. */
const BATCH_SIZE = 500

export interface ListedAccount extends Account {
  /** Current wiki groups, by name. */
  readonly groups: readonly string[]
}

interface ListOptions {
  readonly now: number
  /** Only members of this wiki group. */
  readonly group?: string | undefined
  /** Only names with this prefix. */
  readonly begins?: string | undefined
  /** Only accounts with a greater id. */
  readonly after?: number
  readonly atOnce?: number
  /** Leaves out suppressed names. */
  readonly withoutHidden?: boolean
}

/** Yields accounts in batches, in order of creation. */
export async function* listAccounts(
  db: Reader,
  { now, group, begins = '', atOnce = BATCH_SIZE, withoutHidden = false, ...from }: ListOptions,
): AsyncGenerator<readonly ListedAccount[]> {
  const name = canonicalName(begins)
  for (let after = from.after ?? 0; ; ) {
    const rows = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '>', after)
      .$if(group !== undefined, query =>
        query.where('id', 'in', currentMemberships(db, now).where('group_name', '=', group!).select('account_id')),
      )
      .$if(name !== '', query => query.where('name', '>=', name).where('name', '<', `${name}\u{10ffff}`))
      .$if(withoutHidden, query => query.where(nameShows(now)))
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const memberships = await currentMemberships(db, now)
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

/** Unexpired memberships. */
const currentMemberships = (db: Reader, now: number) =>
  db
    .selectFrom('account_group')
    .where(where => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
