import type { Account } from '#accounts/account.ts'
import { invalidField } from '#fields/problem.ts'
import { notFound } from '../errors.ts'
import { type AnyCall, needSite } from './find.ts'

/** The user in the path. Visitors see no users, and hidden users are visible only to some. */
export async function findUser(call: AnyCall): Promise<Account> {
  if (call.caller.account === null) throw notFound()
  const user = await call.services.accounts.byName(call.db, call.params.username!)
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
