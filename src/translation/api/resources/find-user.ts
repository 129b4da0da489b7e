import type { Account } from '#accounts/account.ts'
import { invalidField } from '#fields/problem.ts'
import { notFound } from '../errors.ts'
import { type AnyCall, needSite } from './find.ts'

/** The user in the path. Somebody who is not logged in sees no users, and few see one whose name is hidden. */
export async function findUser(call: AnyCall): Promise<Account> {
  if (call.caller.account === null) throw notFound()
  const user = await call.services.accounts.byName(call.db, call.params.username!)
  if (user === null) throw notFound()
  if (user.id !== call.caller.account.id && !(await call.userAddresses([user.id])).has(user.id)) throw notFound()
  return user
}

/** An account that a request names by its address, which only those may do who see addresses. */
export async function accountByEmail(call: AnyCall, email: string, attr: string): Promise<Account> {
  await needSite(call, 'user.edit', 'Can not act for other users')
  const [account] = await call.services.accounts.byEmail(call.db, email)
  if (account === undefined) throw invalidField(attr, 'does_not_exist', 'Nobody has this e-mail address.')
  return account
}
