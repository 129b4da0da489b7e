import { isIp } from '../../site/ip.ts'
import type { Visit } from '../visit.ts'
import type { Change } from './recent.ts'

/** Accounts with fewer edits count as new. */
const NEW_BELOW = 10
/** In bytes. */
const LARGE_REMOVAL = 1000
/** Names per request for everyone. */
const AT_ONCE = 50

export const isRemoval = ({ oldlen = 0, newlen = 0, type }: Change): boolean =>
  type !== 'log' && oldlen - newlen > LARGE_REMOVAL

/** Unregistered users and new accounts among the authors of these changes. */
export async function newcomersAmong(visit: Visit, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  const names = new Set(changes.flatMap(({ user, type }) => (user === undefined || type === 'log' ? [] : [user])))
  const accounts = [...names].filter(name => !isIp(name))
  const newcomers = new Set([...names].filter(isIp))
  for (let at = 0; at < accounts.length; at += AT_ONCE) {
    const ususers = accounts.slice(at, at + AT_ONCE)
    const { users = [] } = await visit.query({ list: 'users', ususers, usprop: 'editcount' })
    for (const { name, editcount } of users)
      if (name !== undefined && editcount !== undefined && editcount < NEW_BELOW) newcomers.add(name)
  }
  return newcomers
}
