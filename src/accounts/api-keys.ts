import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { type Account, accountFromRow } from './account.ts'
import { fingerprint, randomAlphanumeric } from './secrets.ts'

const USER_PREFIX = 'wlu_'
const KEY_LENGTH = 36
const shape = /^(?:wl[up]_[A-Za-z0-9]{36}|[0-9a-f]{40})$/

/** A key that an account has; the key itself is not kept. */
export interface ApiKey {
  /** Empty for the one key without a name. */
  readonly name: string
  /** How it begins. */
  readonly hint: string
  readonly createdAt: number
}

export const MAX_KEY_NAME = 100

/** Gives an account a new key in place of the one that has no name. The key itself is shown once and not kept. */
export async function regenerateApiKey(tx: Writer, accountId: number, clock: Clock): Promise<string> {
  const key = newKey()
  await storeApiKey(tx, accountId, key, clock)
  return key
}

/** Gives an account one more key; null when it has one of this name. */
export async function createApiKey(tx: Writer, accountId: number, name: string, clock: Clock): Promise<string | null> {
  const key = newKey()
  const made = await tx
    .insertInto('api_key')
    .values({ account_id: accountId, name, ...rowOf(key, clock) })
    .onConflict(conflict => conflict.columns(['account_id', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst()
  return made === undefined ? null : key
}

/** Keeps a given key, for instance an old one of 40 hexadecimal digits, as the account's key without a name. */
export async function storeApiKey(tx: Writer, accountId: number, key: string, clock: Clock): Promise<void> {
  if (!shape.test(key))
    throw new Error('An API key is wlu_ or wlp_ and 36 letters or digits, or 40 hexadecimal digits.')
  const row = rowOf(key, clock)
  await tx
    .insertInto('api_key')
    .values({ account_id: accountId, name: '', ...row })
    .onConflict(conflict => conflict.columns(['account_id', 'name']).doUpdateSet(row))
    .execute()
}

const newKey = (): string => USER_PREFIX + randomAlphanumeric(KEY_LENGTH)

const rowOf = (key: string, clock: Clock) => ({
  key_hash: fingerprint(key),
  hint: key.slice(0, 8),
  created_at: seconds(clock),
})

/** Takes one key away; false when the account has none of this name. */
export async function revokeApiKey(tx: Writer, accountId: number, name: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('api_key')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Takes all keys of an account away. */
export async function deleteApiKeys(tx: Writer, accountId: number): Promise<void> {
  await tx.deleteFrom('api_key').where('account_id', '=', accountId).execute()
}

export async function apiKeysOf(db: Reader, accountId: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .select(['name', 'hint', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
  return rows.map(({ name, hint, created_at }) => ({ name, hint, createdAt: created_at }))
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
