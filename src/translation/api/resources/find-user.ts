import type { Account } from '#accounts/account.ts'
import type { Call } from '../call.ts'
import { notFound } from '../errors.ts'

/** The user in the path. Somebody who is not logged in sees no users. */
export async function findUser(call: Call<unknown, unknown>): Promise<Account> {
  if (call.caller.account === null) throw notFound()
  const user = await call.services.accounts.byName(call.db, call.params.username!)
  if (user === null) throw notFound()
  return user
}
