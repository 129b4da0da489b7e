import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Reader, Writer } from '#store/store.ts'
import { fingerprint } from './secrets.ts'

/** Time to answer a challenge, in seconds. */
export const CHALLENGE_LIFETIME = 300
const MAX_NAME_LENGTH = 60
/** More would fill the page and the list that browsers receive. */
export const MAX_PASSKEYS = 20

/** A passkey or security key of an account. */
export interface Passkey {
  /** In base64url, as browsers send it. */
  readonly id: string
  readonly accountId: number
  readonly name: string
  /** A COSE key in base64url. */
  readonly publicKey: string
  readonly signCount: number
  readonly transports: readonly string[]
  /** Whether it replaces the password. */
  readonly canLogIn: boolean
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** What a response to a challenge is for. */
export type Purpose = 'login' | 'factor' | 'add' | 'prove'

export async function passkeysOf(db: Reader, accountId: number): Promise<Passkey[]> {
  const rows = await passkeys(db)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  return rows.map(fromRow)
}

export async function findPasskey(db: Reader, id: string): Promise<Passkey | null> {
  const row = await passkeys(db).where('credential_id', '=', id).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

export async function hasPasskey(db: Reader, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('passkey')
    .select('credential_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** False if the credential is already registered, for any account. */
export async function addPasskey(
  tx: Writer,
  clock: Clock,
  passkey: Omit<Passkey, 'createdAt' | 'lastUsedAt'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('passkey')
    .values({
      credential_id: passkey.id,
      account_id: passkey.accountId,
      name: fittingName(passkey.name),
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports.join(' '),
      can_log_in: passkey.canLogIn ? 1 : 0,
      created_at: seconds(clock),
    })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Control characters would confuse lists and logs. */
const fittingName = (name: string): string =>
  [...name.toWellFormed().replace(/\p{C}/gu, ' ').trim()].slice(0, MAX_NAME_LENGTH).join('')

export async function renamePasskey(tx: Writer, { id, accountId }: Passkey, name: string): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({ name: fittingName(name) })
    .where('credential_id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
}

/**
 * Records a use and its counter. False if another use with the same or a higher counter came first: a copy of the
 * authenticator would count on its own.
 */
export async function usePasskey(tx: Writer, clock: Clock, { id }: Passkey, signCount: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: seconds(clock) })
    .where('credential_id', '=', id)
    .where(eb => (signCount === 0 ? eb('sign_count', '=', 0) : eb('sign_count', '<', signCount)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePasskey(tx: Writer, { id, accountId }: Passkey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('credential_id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deletePasskeys(tx: Writer, accountId: number): Promise<void> {
  await tx.deleteFrom('passkey').where('account_id', '=', accountId).execute()
}

interface Challenge {
  readonly challenge: string
  readonly sessionHash: string
  readonly purpose: Purpose
  readonly accountId: number | null
}

/** Stores the hash of a challenge for a session, and deletes expired ones. */
export async function keepChallenge(tx: Writer, clock: Clock, challenge: Challenge): Promise<void> {
  const now = seconds(clock)
  const expired = tx.selectFrom('passkey_challenge').select('challenge_hash').where('expires_at', '<=', now).limit(100)
  const rows = await lockRows(tx, expired, 'skip').execute()
  const hashes = rows.map(row => row.challenge_hash)
  if (hashes.length > 0) await tx.deleteFrom('passkey_challenge').where('challenge_hash', 'in', hashes).execute()
  await tx
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: fingerprint(challenge.challenge),
      session_hash: challenge.sessionHash,
      purpose: challenge.purpose,
      account_id: challenge.accountId,
      expires_at: now + CHALLENGE_LIFETIME,
    })
    .execute()
}

/**
 * Uses up a challenge. Of two concurrent calls, only one returns true. A challenge of another session, purpose or account
 * is used up too, because it was sent to the wrong place.
 */
export async function takeChallenge(tx: Writer, clock: Clock, expected: Challenge): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', fingerprint(expected.challenge))
    .returning(['session_hash', 'purpose', 'account_id', 'expires_at'])
    .executeTakeFirst()
  return (
    row !== undefined &&
    row.expires_at > seconds(clock) &&
    row.session_hash === expected.sessionHash &&
    row.purpose === expected.purpose &&
    row.account_id === expected.accountId
  )
}

const passkeys = (db: Reader) => db.selectFrom('passkey').selectAll()

const fromRow = (row: Awaited<ReturnType<ReturnType<typeof passkeys>['executeTakeFirstOrThrow']>>): Passkey => ({
  id: row.credential_id,
  accountId: row.account_id,
  name: row.name,
  publicKey: row.public_key,
  signCount: row.sign_count,
  transports: row.transports === '' ? [] : row.transports.split(' '),
  canLogIn: row.can_log_in === 1,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})
