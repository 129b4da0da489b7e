import { type Account, isUsable } from '#accounts/account.ts'
import { canonicalName, nameProblem } from '#accounts/account-name.ts'
import { type Granted, type Identity, linkIdentity, touchIdentity } from '#accounts/identities.ts'
import { joinGroup, leaveGroup } from '#accounts/memberships.ts'
import type { OpenidUser } from '#accounts/openid-client.ts'
import type { OpenidProvider } from '#accounts/openid-provider.ts'
import type { Services } from '#core/services.ts'
import { appendChange } from '#events/change-log.ts'
import { isAddress } from '#events/mail/address.ts'
import { seconds } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'

const textOf = ({ claims }: OpenidUser, name: string): string => {
  const value = claims[name]
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value.trim() : ''
}

const emailOf = (user: OpenidUser): { address: string; isVerified: boolean } => {
  const address = textOf(user, 'email')
  const isFit = isAddress(address) && Buffer.byteLength(address) <= 190
  return { address: isFit ? address : '', isVerified: isFit && user.claims.email_verified === true }
}

/** The user's name at the provider, as a reminder on the account page. */
export const labelOf = (user: OpenidUser): string =>
  textOf(user, 'email') || textOf(user, 'preferred_username') || textOf(user, 'name')

/** Whether the provider's setting lets this user in: an unverified address could be anyone's. */
export function isAdmitted({ emailDomains }: OpenidProvider, user: OpenidUser): boolean {
  if (emailDomains.length === 0) return true
  const { address, isVerified } = emailOf(user)
  return isVerified && emailDomains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
}

/**
 * Creates an account for a new identity. It never joins an existing account, even one with the same name or email
 * address: providers let users choose both.
 */
export async function createFor(
  services: Services,
  user: OpenidUser,
  also: (tx: Writer, account: Account) => Promise<void>,
): Promise<Account> {
  const { accounts, store, clock } = services
  const { address, isVerified } = emailOf(user)
  const name = await freeName(services, user)
  const realName = [...textOf(user, 'name')].slice(0, 150).join('')
  return store.transaction(async tx => {
    const account = await accounts.create(tx, { name, realName, email: address, emailConfirmed: isVerified })
    const { issuer, subject } = user
    const isNew = await linkIdentity(tx, clock, { issuer, subject, accountId: account.id, label: labelOf(user) })
    if (!isNew) throw new AlreadyLinked()
    await also(tx, account)
    return account
  })
}

/** Two first logins of the same user at the same time. */
export class AlreadyLinked extends Error {}

async function freeName({ accounts, store }: Services, user: OpenidUser): Promise<string> {
  const wishes = [
    textOf(user, 'preferred_username'),
    textOf(user, 'nickname'),
    textOf(user, 'name'),
    textOf(user, 'email').split('@')[0]!,
    'User',
  ].map(each => canonicalName([...each.replace(/@.*$/, '')].slice(0, 60).join('')))
  const name = wishes.find(each => nameProblem(each) === null)!
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} ${number}`
    if ((await accounts.byName(store.primary, tried)) === null) return tried
  }
}

/** Updates groups and teams after the provider's claims, and records the login. */
export async function applyClaims(
  services: Services,
  provider: OpenidProvider,
  identity: Identity,
  user: OpenidUser,
): Promise<void> {
  const { store, clock, permissions } = services
  const claim = user.claims[provider.groupsClaim]
  const values = (Array.isArray(claim) ? claim : [claim]).filter(each => typeof each === 'string')
  const mapped = (table: OpenidProvider['groups']) =>
    [...new Set(values.flatMap(value => (Object.hasOwn(table, value) ? table[value]! : [])))].sort()
  const groups = mapped(provider.groups).filter(group => permissions.explicitGroups.includes(group))
  const granted: Granted = { groups, teams: mapped(provider.teams) }
  await store.transaction(async tx => {
    await changeGroups(tx, identity, granted)
    await changeTeams(tx, identity, granted)
    await touchIdentity(tx, clock, identity, granted)
    await tx
      .updateTable('account')
      .set({ last_login_at: seconds(clock) })
      .where('id', '=', identity.accountId)
      .execute()
    if (JSON.stringify(granted) !== JSON.stringify({ groups: [], teams: [], ...identity.granted }))
      await appendChange(tx, clock, {
        area: 'accounts',
        kind: 'groups-from-provider',
        accountId: identity.accountId,
        subject: identity.label,
        data: { ...granted },
      })
  })
}

async function changeGroups(tx: Writer, { accountId, granted: before }: Identity, { groups = [] }: Granted) {
  for (const group of groups) if (!before.groups?.includes(group)) await joinGroup(tx, accountId, group)
  // Only what the provider gave. Groups that someone here gave stay.
  for (const group of before.groups ?? []) if (!groups.includes(group)) await leaveGroup(tx, accountId, group)
}

async function changeTeams(tx: Writer, { accountId, granted: before }: Identity, { teams = [] }: Granted) {
  const idsOf = async (names: readonly string[]): Promise<number[]> => {
    if (names.length === 0) return []
    const rows = await tx
      .selectFrom('team')
      .select('id')
      .where('defining_project_id', 'is', null)
      .where('name', 'in', names)
      .execute()
    return rows.map(row => row.id)
  }
  for (const id of await idsOf(teams.filter(name => !before.teams?.includes(name))))
    await tx
      .insertInto('team_member')
      .values({ account_id: accountId, team_id: id })
      .onConflict(conflict => conflict.columns(['account_id', 'team_id']).doNothing())
      .execute()
  const lost = await idsOf((before.teams ?? []).filter(name => !teams.includes(name)))
  if (lost.length > 0)
    await tx.deleteFrom('team_member').where('account_id', '=', accountId).where('team_id', 'in', lost).execute()
}

/** The account that an identity belongs to; null if it is gone or disabled. */
export async function accountOf({ accounts, store, clock }: Services, identity: Identity): Promise<Account | null> {
  const account = await accounts.byId(store.primary, identity.accountId)
  return account !== null && isUsable(account, seconds(clock)) ? account : null
}
