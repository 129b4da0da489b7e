import type { Account } from '#accounts/account.ts'
import { invalidField } from '#fields/problem.ts'
import { forbidden, notFound } from '../errors.ts'
import { type AnyCall, needSite } from './find.ts'

/** Stands for requests without an account, as in Weblate. It is not stored, and nobody can log in as it. */
export const ANONYMOUS: Account = {
  id: 0,
  name: 'Anonymous',
  username: 'anonymous',
  realName: 'Anonymous',
  email: '',
  emailConfirmedAt: null,
  registeredAt: null,
  editCount: 0,
  isSuperuser: false,
  isActive: false,
  isBot: false,
  expiresAt: null,
  lastLoginAt: null,
  touchedAt: null,
}

const isAnonymous = (name: string): boolean => name.toLowerCase() === ANONYMOUS.username

/** The user in the path, which must be an account that can change. */
export async function changeableUser(call: AnyCall): Promise<Account> {
  const user = await findUser(call)
  if (user === ANONYMOUS) throw forbidden('This user can not be edited.')
  return user
}

/** The user in the path. Visitors see no users, and hidden users are visible only to some. */
export async function findUser(call: AnyCall): Promise<Account> {
  if (call.caller.account === null) throw notFound()
  const user = await call.services.accounts.byName(call.db, call.params.username!)
  if (user === null && isAnonymous(call.params.username!)) return ANONYMOUS
  if (user === null) throw notFound()
  if (user.id !== call.caller.account.id && !(await call.userAddresses([user.id])).has(user.id)) throw notFound()
  return user
}

/** The account with an email address. Requires permission to see email addresses. */
export async function accountByEmail(call: AnyCall, email: string, attr: string): Promise<Account> {
  await needSite(call, 'user.edit', 'Can not act for other users')
  const [account] = await call.services.accounts.byEmail(call.db, email)
  if (account === undefined) throw invalidField(attr, 'does_not_exist', 'No account has this email address.')
  return account
}
