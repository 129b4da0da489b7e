import { type Clock, seconds } from '#store/clock.ts'
import { statement } from '#store/statement.ts'
import type { Reader, Writer } from '#store/store.ts'
import { type Account, accountFromRow } from './account.ts'
import { includesAddress } from './address-ranges.ts'
import { type Membership, unexpired } from './memberships.ts'
import { scopesIn } from './scopes.ts'
import { fingerprint, randomAlphanumeric } from './secrets.ts'

const USER_PREFIX = 'wlu_'
const KEY_LENGTH = 36
const shape = /^(?:wl[up]_[A-Za-z0-9]{36}|[0-9a-f]{40})$/

/** Metadata of an API key. The key itself is never stored. */
export interface ApiKey {
  /** Empty for the account's unnamed key. */
  readonly name: string
  /** The first characters of the key. */
  readonly hint: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly limits: KeyLimits
}

/** Where and until when a key works. */
export interface KeyLimits {
  /** Seconds since 1970; null for ever. */
  readonly expiresAt: number | null
  /** IP addresses and ranges; empty for all. */
  readonly addresses: readonly string[]
  /** Null for all permissions of the owner. */
  readonly scopes: readonly string[] | null
}

const NO_LIMITS: KeyLimits = { expiresAt: null, addresses: [], scopes: null }

export const MAX_KEY_NAME = 100

/** Replaces the account's unnamed key. The returned key can be shown only once: only its hash is stored. */
export async function regenerateApiKey(tx: Writer, accountId: number, clock: Clock): Promise<string> {
  const key = newKey()
  await storeApiKey(tx, accountId, key, clock)
  return key
}

/** Adds a named key; null if the account already has a key with this name. */
export async function createApiKey(
  tx: Writer,
  accountId: number,
  name: string,
  clock: Clock,
  limits = NO_LIMITS,
): Promise<string | null> {
  const key = newKey()
  const made = await tx
    .insertInto('api_key')
    .values({ account_id: accountId, name, ...rowOf(key, clock, limits) })
    .onConflict(conflict => conflict.columns(['account_id', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst()
  return made === undefined ? null : key
}

/** Stores an existing key, for example an old 40-digit hexadecimal one, as the account's unnamed key. */
export async function storeApiKey(tx: Writer, accountId: number, key: string, clock: Clock): Promise<void> {
  if (!shape.test(key))
    throw new Error('An API key must be wlu_ or wlp_ followed by 36 letters or digits, or 40 hexadecimal digits.')
  const row = rowOf(key, clock)
  await tx
    .insertInto('api_key')
    .values({ account_id: accountId, name: '', ...row })
    .onConflict(conflict => conflict.columns(['account_id', 'name']).doUpdateSet(row))
    .execute()
}

const newKey = (): string => USER_PREFIX + randomAlphanumeric(KEY_LENGTH)

const rowOf = (key: string, clock: Clock, { expiresAt, addresses, scopes } = NO_LIMITS) => ({
  key_hash: fingerprint(key),
  hint: key.slice(0, 8),
  created_at: seconds(clock),
  expires_at: expiresAt,
  addresses: addresses.join(' '),
  scopes: scopes === null ? '' : scopes.join(' '),
  last_used_at: null,
})

/** Returns false if the account has no key with this name. */
export async function revokeApiKey(tx: Writer, accountId: number, name: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('api_key')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function deleteApiKeys(tx: Writer, accountId: number): Promise<void> {
  await tx.deleteFrom('api_key').where('account_id', '=', accountId).execute()
}

export async function apiKeysOf(db: Reader, accountId: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .select(['name', 'hint', 'created_at', 'last_used_at', 'expires_at', 'addresses', 'scopes'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
  return rows.map(row => ({
    name: row.name,
    hint: row.hint,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    limits: { expiresAt: row.expires_at, addresses: rangesIn(row.addresses), scopes: limitIn(row.scopes) },
  }))
}

const limitIn = (scopes: string): string[] | null => (scopes === '' ? null : scopesIn(scopes))

const rangesIn = (addresses: string): string[] => addresses.split(' ').filter(each => each !== '')

/** Records when a key was used. */
export async function touchApiKey(tx: Writer, key: string, now: number): Promise<void> {
  await tx.updateTable('api_key').set({ last_used_at: now }).where('key_hash', '=', fingerprint(key)).execute()
}

const KEY_OWNERS = statement(db =>
  db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .leftJoin('account_group', 'account_group.account_id', 'account.id')
    .selectAll('account')
    .select(['account_group.group_name', 'account_group.expires_at as group_expires_at'])
    .select(['api_key.expires_at as key_expires_at', 'api_key.last_used_at', 'api_key.addresses'])
    .select('api_key.scopes')
    .orderBy('account_group.group_name'),
)

interface KeyOwner {
  readonly account: Account
  readonly memberships: readonly Membership[]
  readonly lastUsedAt: number | null
  /** Null for all permissions of the owner. */
  readonly scopes: readonly string[] | null
  /** Whether the key may be used from this IP address. */
  allows(ip: string): boolean
}

/** Finds the owner of a key. Looking up the hash avoids a timing leak. `now` is Unix time in seconds. */
export async function accountByApiKey(db: Reader, key: string, now: number): Promise<KeyOwner | null> {
  if (!shape.test(key)) return null
  const rows = await KEY_OWNERS.where('api_key.key_hash', '=', fingerprint(key)).all(db)
  const [first] = rows
  if (first === undefined || (first.key_expires_at !== null && first.key_expires_at <= now)) return null
  const ranges = rangesIn(first.addresses)
  const groups = rows.flatMap(row =>
    row.group_name === null ? [] : [{ group_name: row.group_name, expires_at: row.group_expires_at }],
  )
  return {
    account: accountFromRow(first),
    memberships: unexpired(groups, now),
    lastUsedAt: first.last_used_at,
    scopes: limitIn(first.scopes),
    allows: ip => ranges.length === 0 || includesAddress(ranges, ip),
  }
}
