import type { Account } from '#accounts/account.ts'
import { nullable, optional, readOnly, shape, sometimes } from '#fields/field.ts'
import { boolean, dateTime, email, integer, list, nested, text, webAddress } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import type { Addresses } from '../../values/addresses.ts'
import { Profile, type ProfileObject } from './profile.ts'

/** Callers see only the names of users other than themselves and those they manage. */
export const User = shape('User', 'A person or bot with an account.', {
  id: readOnly(integer()),
  email: sometimes(nullable(email({ max: 190 }))),
  full_name: text({ max: 150 }),
  username: text({ max: 150 }),
  groups: sometimes(readOnly(list(webAddress()))),
  profile: sometimes(optional(nested(Profile))),
  notifications: sometimes(readOnly(webAddress())),
  is_superuser: sometimes(optional(boolean())),
  is_active: sometimes(optional(boolean())),
  is_bot: sometimes(optional(boolean())),
  date_joined: sometimes(readOnly(nullable(dateTime()))),
  date_expires: sometimes(optional(nullable(dateTime()))),
  last_login: sometimes(readOnly(nullable(dateTime()))),
  url: sometimes(readOnly(webAddress())),
  statistics_url: sometimes(readOnly(webAddress())),
  contributions_url: sometimes(readOnly(webAddress())),
})

const instant = (seconds: number | null): string | null =>
  seconds === null ? null : isoMicroseconds(seconds * 1_000_000)

/** The members visible to every logged-in user. */
export const shortUser = (account: Account) => ({
  id: account.id,
  full_name: account.realName,
  username: account.username,
})

export function fullUser(account: Account, teams: readonly number[], profile: ProfileObject, addresses: Addresses) {
  const at = (...more: string[]) => addresses.api('users', account.username, ...more)
  return {
    id: account.id,
    email: account.email || null,
    full_name: account.realName,
    username: account.username,
    groups: teams.map(id => addresses.api('groups', id)),
    profile,
    notifications: at('notifications'),
    is_superuser: account.isSuperuser,
    is_active: account.isActive,
    is_bot: account.isBot,
    date_joined: instant(account.registeredAt),
    date_expires: instant(account.expiresAt),
    last_login: instant(account.lastLoginAt),
    url: at(),
    statistics_url: at('statistics'),
    contributions_url: at('contributions'),
  }
}
