import type { Account } from '#accounts/account.ts'
import type { Call } from '../call.ts'
import { notFound } from '../errors.ts'

/** The user in the path. Somebody who is not logged in sees no users, and few see one whose name is hidden. */
export async function findUser(call: Call<unknown, unknown>): Promise<Account> {
  if (call.caller.account === null) throw notFound()
  const user = await call.services.accounts.byName(call.db, call.params.username!)
  if (user === null) throw notFound()
  if (user.id !== call.caller.account.id && !(await call.userAddresses([user.id])).has(user.id)) throw notFound()
  return user
}
