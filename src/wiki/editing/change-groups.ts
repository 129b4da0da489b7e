import type { Account } from '#accounts/account.ts'
import type { Caller } from '#accounts/caller.ts'
import { joinGroup, leaveGroup, type Membership, membershipsOf } from '#accounts/memberships.ts'
import { appendChange } from '#events/change-log.ts'
import { holdRows } from '#store/lock-rows.ts'
import type { Writer } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'
import { digitTimestamp } from '../site/timestamp.ts'
import type { Wiki } from '../wiki.ts'
import { storeLogEntry } from './log-entry.ts'
import { userPage } from './user-page.ts'

interface GroupChange {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly account: Account
  /** Groups to add, with their expiry; null never expires. */
  readonly add: ReadonlyMap<string, number | null>
  readonly remove: readonly string[]
  readonly reason: string
  readonly tags: readonly string[]
}

interface Changed {
  readonly added: string[]
  readonly removed: string[]
}

/** Changes an account's groups as far as the caller's rights allow, ignoring the rest, and logs the result. */
export async function changeGroups(tx: Writer, wiki: Wiki, order: GroupChange): Promise<Changed> {
  const { caller, now, account } = order
  await holdRows(tx, tx.selectFrom('account').select('id').where('id', '=', account.id))
  const before = await membershipsOf(tx, account.id, now)
  const ends = new Map(before.map(({ group, expiresAt }) => [group, expiresAt]))
  const { addable, removable } = changeable(caller, account)
  const removed = order.remove.filter(group => removable.has(group) && ends.has(group))
  for (const group of removed) await leaveGroup(tx, account.id, group)
  const added: string[] = []
  for (const [group, expiresAt] of order.add) {
    if (!addable.has(group)) continue
    const isMember = ends.has(group)
    // A caller who can add a group but not remove it cannot shorten a membership either.
    if (isMember && !removable.has(group) && expiresAt !== null && isLater(ends.get(group)!, expiresAt)) continue
    if (isMember && !removed.includes(group) && ends.get(group) === expiresAt) continue
    await joinGroup(tx, account.id, group, expiresAt)
    added.push(group)
  }
  const kept = before.filter(({ group }) => !removed.includes(group) && !added.includes(group))
  const regiven = before.filter(({ group }) => added.includes(group) && !removed.includes(group))
  const after = [
    ...before.flatMap(membership => {
      if (kept.includes(membership)) return [membership]
      return regiven.includes(membership) ? [{ ...membership, expiresAt: order.add.get(membership.group)! }] : []
    }),
    ...added
      .filter(group => !regiven.some(membership => membership.group === group))
      .map(group => ({ group, expiresAt: order.add.get(group)! })),
  ]
  if (JSON.stringify(after) !== JSON.stringify(before)) await logChange(tx, wiki, order, before, after)
  return { added, removed }
}

const isLater = (held: number | null, wanted: number): boolean => held === null || held > wanted

/** The groups the caller may change; some groups let people add or remove themselves. */
function changeable(caller: Caller, account: Account) {
  const groups = caller.changeableGroups()
  const isSelf = caller.account?.id === account.id
  return {
    addable: new Set([...groups.add, ...(isSelf ? groups['add-self'] : [])]),
    removable: new Set([...groups.remove, ...(isSelf ? groups['remove-self'] : [])]),
  }
}

async function logChange(
  tx: Writer,
  wiki: Wiki,
  { caller, now, account, reason, tags }: GroupChange,
  before: readonly Membership[],
  after: readonly Membership[],
): Promise<void> {
  const names = (memberships: readonly Membership[]) => memberships.map(({ group }) => group)
  const ends = (memberships: readonly Membership[]) =>
    memberships.map(({ expiresAt }) => ({ expiry: expiresAt === null ? null : digitTimestamp(expiresAt) }))
  const page = await userPage(tx, account.name)
  // A caller who leaves the bot group no longer counts as a bot in this log entry.
  const held = [...names(after), ...caller.implicitGroups]
  const isStillBot = caller.account?.id !== account.id || wiki.services.permissions.rightsOfAll(held).includes('bot')
  const logId = await storeLogEntry(tx, {
    type: 'rights',
    action: 'rights',
    caller,
    now,
    ...page,
    reason,
    tags,
    bot: caller.can('bot') && isStillBot,
    params: {
      '4::oldgroups': names(before),
      '5::newgroups': names(after),
      oldmetadata: ends(before),
      newmetadata: ends(after),
    },
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'groups',
    accountId: caller.account?.id ?? null,
    subject: `${NS.user}:${page.target.title}`,
    data: { log: logId, before: names(before), after: names(after) },
  })
}
