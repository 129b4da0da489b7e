import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { type Account, accountFromRow } from './account.ts'
import { fingerprint, randomAlphanumeric } from './secrets.ts'

const USER_PREFIX = 'wlu_'
const KEY_LENGTH = 36
const shape = /^(?:wl[up]_[A-Za-z0-9]{36}|[0-9a-f]{40})$/

/** Gives an account a new key in place of its old one. The key itself is shown once and not kept. */
export async function regenerateApiKey(tx: Writer, accountId: number, clock: Clock): Promise<string> {
  const key = USER_PREFIX + randomAlphanumeric(KEY_LENGTH)
  await storeApiKey(tx, accountId, key, clock)
  return key
}

/** Keeps a given key, for instance an old one of 40 hexadecimal digits, as the account's only one. */
export async function storeApiKey(tx: Writer, accountId: number, key: string, clock: Clock): Promise<void> {
  if (!shape.test(key))
    throw new Error('An API key is wlu_ or wlp_ and 36 letters or digits, or 40 hexadecimal digits.')
  const row = { key_hash: fingerprint(key), hint: key.slice(0, 8), created_at: seconds(clock) }
  await tx
    .insertInto('api_key')
    .values({ account_id: accountId, ...row })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

export async function deleteApiKey(tx: Writer, accountId: number): Promise<void> {
  await tx.deleteFrom('api_key').where('account_id', '=', accountId).execute()
}

/** The beginning of an account's key and when it was made; null when there is none. */
export async function describeApiKey(
  db: Reader,
  accountId: number,
): Promise<{ hint: string; createdAt: number } | null> {
  const row = await db
    .selectFrom('api_key')
    .select(['hint', 'created_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? { hint: row.hint, createdAt: row.created_at } : null
}

/** Whose key this is. Looking up a hash tells an attacker nothing by its time. */
export async function accountByApiKey(db: Reader, key: string): Promise<Account | null> {
  if (!shape.test(key)) return null
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .where('api_key.key_hash', '=', fingerprint(key))
    .executeTakeFirst()
  return row ? accountFromRow(row) : null
}
