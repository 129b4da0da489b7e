import { type Account, accountFromRow } from '#accounts/account.ts'
import { AccountError } from '#accounts/account-error.ts'
import { canonicalName } from '#accounts/account-name.ts'
import { membershipsOf } from '#accounts/memberships.ts'
import { help, type Input, optional } from '#fields/field.ts'
import { boolean, integer, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { closeAccount } from '../../catalogue/close-account.ts'
import { forbidden } from '../errors.ts'
import { setPersonal } from '../objects/personal.ts'
import { profilesOf, setProfile } from '../objects/profile.ts'
import { fullUser, shortUser, User } from '../objects/user.ts'
import { amend, create, list, type Rows, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, needSite } from './find.ts'
import { ANONYMOUS, changeableUser, findUser } from './find-user.ts'
import { noteRights } from './note-rights.ts'

export const mayManage = (call: AnyCall) => needSite(call, 'user.edit', 'Can not manage Users')
const seesAll = async (call: AnyCall): Promise<boolean> => {
  const permissions = await call.permissions()
  return permissions.onSite('user.view') || permissions.onSite('user.edit')
}

/** User managers must not grant superuser status, to others or to themselves. */
async function checkRank(call: AnyCall, flags: { is_superuser?: boolean | undefined }, of?: Account): Promise<void> {
  if ((await call.permissions()).superuser) return
  if ((flags.is_superuser ?? of?.isSuperuser ?? false) !== (of?.isSuperuser ?? false))
    throw forbidden('Only superusers can grant or revoke superuser status.')
  if (of?.isSuperuser) throw forbidden('Only superusers can change the account of a superuser.')
}

/** Whether an account has permissions the caller lacks, which changing its email address could give away. */
async function hasMorePermissions(call: AnyCall, account: Account): Promise<boolean> {
  if ((await call.permissions()).superuser) return false
  const groups = await membershipsOf(call.db, account.id, Math.floor(call.clock.now() / 1000))
  if (groups.some(({ group }) => !call.caller.groups.includes(group))) return true
  const teams = call.db.selectFrom('team_member').select('team_id')
  const own = teams.where('account_id', '=', call.accountId())
  const others = teams.where('account_id', '=', account.id).where('team_id', 'not in', own)
  return (await others.executeTakeFirst()) !== undefined
}

/** Serializes accounts: in full for the caller and user managers, otherwise only the names. */
async function userObjects(call: AnyCall, accounts: readonly Account[]): Promise<unknown[]> {
  const all = await seesAll(call)
  const memberships = await call.db
    .selectFrom('team_member')
    .select(['account_id', 'team_id'])
    .where('account_id', 'in', [-1, ...accounts.map(each => each.id)])
    .orderBy('team_id')
    .execute()
  const ids = accounts.map(each => each.id)
  // Others get only names, so nothing is read for them.
  const full = ids.filter(id => all || id === call.caller.account?.id)
  const profiles = await profilesOf(call.db, full, await call.permissions(), call.addresses)
  return accounts.map(account =>
    all || account.id === call.caller.account?.id
      ? fullUser(
          account,
          memberships.filter(each => each.account_id === account.id).map(each => each.team_id),
          profiles.get(account.id)!,
          call.addresses,
        )
      : shortUser(account),
  )
}

export const one = async (call: AnyCall, account: Account) => (await userObjects(call, [account]))[0]

/** Whether the filters of a list match the visitor, which is no row of the table. Only some callers filter by address. */
function isVisitorWanted(
  { username = '', id = ANONYMOUS.id, is_active = false, email }: Input<typeof filters>,
  seesAddresses: boolean,
): boolean {
  const matchesEmail = email === undefined || !seesAddresses
  return ANONYMOUS.username.startsWith(username.toLowerCase()) && id === ANONYMOUS.id && !is_active && matchesEmail
}

/** The visitor is the first entry, because it has the lowest ID. */
const withVisitor = (call: AnyCall, rows: Rows): Rows => ({
  count: async () => (await rows.count()) + 1,
  slice: async (limit, offset) =>
    offset === 0 ? [await one(call, ANONYMOUS), ...(await rows.slice(limit - 1, 0))] : rows.slice(limit, offset - 1),
})

const filters = {
  username: help(optional(text({ max: 150, blank: true })), 'Start of the username.'),
  id: help(optional(integer()), 'ID of the user.'),
  is_active: help(optional(boolean()), 'Whether the account is active.'),
  email: help(optional(text({ max: 190 })), 'Email address, not case-sensitive. Only for user managers.'),
}

export const users = resource({
  path: '/users/',
  name: 'Users',
  description:
    'Accounts. Without permission to view users, you see only your own account, or search by the start of the username.',
  operations: {
    GET: list({
      summary: 'List users',
      query: filters,
      answer: User,
      handle: async call => {
        const all = await seesAll(call)
        const { username, id, is_active, email } = call.query
        const self = call.caller.account?.id ?? -1
        const named = call.caller.account !== null && username !== undefined && [...username].length >= 2
        const shown = await call.shownNames()
        let query = call.db
          .selectFrom('account')
          .selectAll()
          .where(eb => eb.or([eb('id', '=', self), shown]))
          .orderBy('id')
        // A search that is too short finds nobody.
        if (!all && !named) query = query.where('id', '=', username === undefined ? self : -1)
        if (username !== undefined && username !== '')
          query = query
            .where('name', '>=', canonicalName(username))
            .where('name', '<', `${canonicalName(username)}\u{10ffff}`)
        if (id !== undefined) query = query.where('id', '=', id)
        if (is_active !== undefined) query = query.where('is_active', '=', Number(is_active))
        if (email !== undefined && all)
          query = query.where(eb => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
        const rows = rowsOf(query, found => userObjects(call, found.map(accountFromRow)))
        return (all || named) && isVisitorWanted(call.query, all) ? withVisitor(call, rows) : rows
      },
    }),
    POST: create({
      summary: 'Create an account',
      body: User.fields,
      answer: User,
      allow: mayManage,
      handle: async call => {
        const { username, full_name, email, profile, ...flags } = call.body
        const permissions = await call.permissions()
        await checkRank(call, flags)
        const { accounts } = call.services
        try {
          const { tx } = call
          const created = await accounts.create(tx, {
            name: username,
            realName: full_name,
            email: email ?? '',
            // User managers vouch for the email addresses they enter.
            emailConfirmed: true,
            isSuperuser: flags.is_superuser ?? false,
            isBot: flags.is_bot ?? false,
            createdBy: call.accountId(),
          })
          await accounts.update(tx, created.id, {
            isActive: flags.is_active ?? true,
            expiresAt: seconds(flags.date_expires) ?? null,
          })
          const account = (await accounts.byId(tx, created.id))!
          if (profile) {
            await setProfile(tx, created.id, profile, permissions)
            await setPersonal(tx, call.services, account, profile)
          }
          return await one(call, account)
        } catch (error) {
          throw error instanceof AccountError ? invalidField('username', 'invalid', error.message) : error
        }
      },
    }),
  },
})

const seconds = (micros: number | null | undefined): number | null | undefined =>
  typeof micros === 'number' ? Math.floor(micros / 1_000_000) : micros

const NOTED = ['isSuperuser', 'isActive', 'isBot', 'expiresAt'] as const

/** Logs changes for the audit log. */
async function noteChanges(call: AnyCall, before: Account, after: Account): Promise<void> {
  const changed = NOTED.filter(name => before[name] !== after[name])
  const data: Record<string, unknown> = Object.fromEntries(changed.map(name => [name, after[name]]))
  // Not the addresses themselves, which the log would keep.
  if (before.email !== after.email) data.email = 'changed'
  if (Object.keys(data).length > 0) await noteRights(call, 'account-changed', after.name, data)
}

async function selfOrManager(call: AnyCall): Promise<void> {
  const user = await changeableUser(call)
  if (user.id !== call.caller.account?.id) await mayManage(call)
}

/** Whether a request changes what only user managers can change. Sending back the current values changes nothing. */
const changesFlags = ({ is_superuser, is_active, is_bot, date_expires }: Sent, user: Account): boolean =>
  (is_superuser ?? user.isSuperuser) !== user.isSuperuser ||
  (is_active ?? user.isActive) !== user.isActive ||
  (is_bot ?? user.isBot) !== user.isBot ||
  (date_expires !== undefined && seconds(date_expires) !== user.expiresAt)

type Sent = Partial<Omit<Input<typeof User.fields>, 'email'> & { email: string | null }>

async function change(call: AnyCall, input: Sent): Promise<unknown> {
  const user = await findUser(call)
  const permissions = await call.permissions()
  const manager = permissions.onSite('user.edit')
  const { accounts } = call.services
  const { full_name, is_superuser, is_active, is_bot, date_expires, username, profile } = input
  // Accounts without an address have an empty one.
  const email = input.email === null ? '' : input.email
  if (username !== undefined && canonicalName(username) !== user.name)
    throw invalidField(
      'username',
      'invalid',
      'Usernames cannot be changed here, because wiki pages are signed with them.',
    )
  if (!manager && changesFlags(input, user)) throw forbidden('Can not manage Users')
  if (manager) await checkRank(call, input, user)
  if (!manager && email !== undefined && email !== user.email)
    throw invalidField(
      'email',
      'invalid',
      'A new email address must be confirmed. Change it in your account settings at /account/.',
    )
  if (email !== undefined && email !== user.email && (await hasMorePermissions(call, user)))
    throw forbidden('You cannot change the email address of a user who has permissions that you do not have.')
  const expiresAt = seconds(date_expires)
  const now = Math.floor(call.clock.now() / 1000)
  const { tx } = call
  await accounts.update(tx, user.id, {
    ...(username !== undefined && { username }),
    ...(full_name !== undefined && { realName: full_name }),
    ...(email !== undefined && { email }),
    ...(manager && email !== undefined && email !== user.email && { emailConfirmedAt: now }),
    ...(is_superuser !== undefined && { isSuperuser: is_superuser }),
    ...(is_active !== undefined && { isActive: is_active }),
    ...(is_bot !== undefined && { isBot: is_bot }),
    ...(expiresAt !== undefined && { expiresAt }),
  })
  const after = (await accounts.byId(call.db, user.id))!
  if (profile) {
    await setProfile(tx, user.id, profile, permissions)
    await setPersonal(tx, call.services, after, profile)
  }
  await noteChanges(call, user, after)
  return one(call, after)
}

export const user = resource({
  path: '/users/:username/',
  name: 'User',
  description: 'An account.',
  operations: {
    GET: read({ summary: 'Get a user', answer: User, handle: async call => one(call, await findUser(call)) }),
    PUT: replace({
      summary: 'Replace an account',
      body: { ...User.fields, email: optional(User.fields.email) },
      answer: User,
      allow: selfOrManager,
      handle: call => change(call, call.body),
    }),
    PATCH: amend({
      summary: 'Update an account',
      body: User.fields,
      answer: User,
      allow: selfOrManager,
      handle: call => change(call, call.body),
    }),
    DELETE: remove({
      summary: 'Close an account, deleting private data but keeping the name in histories',
      allow: mayManage,
      handle: async call => {
        const account = await changeableUser(call)
        await checkRank(call, {}, account)
        await closeAccount(call.tx, call.services, account, call.accountId())
      },
    }),
  },
})
