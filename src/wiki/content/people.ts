import { type Account, accountFromRow } from '#accounts/account.ts'
import type { GroupPermissions } from '#accounts/group-permissions.ts'
import type { Membership } from '#accounts/memberships.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { type ActiveBlock, activeBlocks } from './active-blocks.ts'

/** An account with everything the user modules report. */
export interface Person {
  readonly account: Account
  readonly memberships: readonly Membership[]
  readonly implicitGroups: readonly string[]
  readonly block: ActiveBlock | null
  readonly gender: string
  /** Has a confirmed email address and accepts email from other users. */
  readonly takesMail: boolean
}

export const isHidden = (person: Person): boolean => person.block?.hideName ?? false

const ACCOUNTS = statement(db => db.selectFrom('account').selectAll())
const GROUPS = statement(db => db.selectFrom('account_group').selectAll().orderBy('group_name'))
const OPTIONS = statement(db =>
  db.selectFrom('account_option').where('name', 'in', ['gender', 'disablemail']).selectAll(),
)

/** What a caller can do without. */
interface Unneeded {
  /** Leaves out groups. */
  readonly groups?: boolean
  /** Leaves out `gender` and `takesMail`. */
  readonly options?: boolean
}

/** Loads accounts in a few queries, however many there are. Keys are account IDs. */
export async function peopleById(
  db: Reader,
  permissions: GroupPermissions,
  ids: readonly number[],
  now: number,
  unneeded: Unneeded = {},
): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map()
  return peopleOf(db, permissions, ids, ACCOUNTS.where('id', 'in', ids).all(db), now, unneeded)
}

/** The same by name. Names that nobody has are left out. */
export async function peopleByName(
  db: Reader,
  permissions: GroupPermissions,
  names: readonly string[],
  now: number,
  unneeded: Unneeded = {},
): Promise<Map<number, Person>> {
  if (names.length === 0) return new Map()
  const accounts = await ACCOUNTS.where('name', 'in', names).all(db)
  if (accounts.length === 0) return new Map()
  const ids = accounts.map(({ id }) => id)
  return peopleOf(db, permissions, ids, accounts, now, unneeded)
}

type AccountRows = Awaited<ReturnType<ReturnType<typeof ACCOUNTS.where>['all']>>

async function peopleOf(
  db: Reader,
  permissions: GroupPermissions,
  ids: readonly number[],
  rows: AccountRows | PromiseLike<AccountRows>,
  now: number,
  unneeded: Unneeded,
): Promise<Map<number, Person>> {
  const [accounts, groups, blocks, options] = await Promise.all([
    rows,
    unneeded.groups ? [] : GROUPS.where('account_id', 'in', ids).all(db),
    activeBlocks(db, ids, now),
    unneeded.options ? [] : OPTIONS.where('account_id', 'in', ids).all(db),
  ])
  const active = groups.filter(row => row.expires_at === null || row.expires_at > now)
  const groupsOf = Map.groupBy(active, row => row.account_id)
  const option = new Map(options.map(row => [`${row.account_id} ${row.name}`, row.value]))
  return new Map(
    accounts.map(row => {
      const account = accountFromRow(row)
      const memberships = (groupsOf.get(row.id) ?? []).map(group => ({
        group: group.group_name,
        expiresAt: group.expires_at,
      }))
      const person: Person = {
        account,
        memberships,
        implicitGroups: permissions.implicitGroups(account, now),
        block: blocks.get(row.id) ?? null,
        gender: option.get(`${row.id} gender`) ?? 'unknown',
        takesMail:
          account.emailConfirmedAt !== null &&
          account.email !== '' &&
          !Number(option.get(`${row.id} disablemail`) ?? 0),
      }
      return [row.id, person] as const
    }),
  )
}
