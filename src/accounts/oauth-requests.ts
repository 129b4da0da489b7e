import { timingSafeEqual } from 'node:crypto'
import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Reader, Writer } from '#store/store.ts'
import { newSigningPair, seal, unseal } from './oauth-signing.ts'
import { fingerprint, randomAlphanumeric } from './secrets.ts'

/** Seconds until a request token expires, allowed or not. */
export const REQUEST_LIFETIME = 600

/** A request token of OAuth 1.0a: an application asks a user for access, or has been allowed it. */
export interface AccessRequest {
  readonly clientId: string
  /** Where the user returns to. */
  readonly redirectUri: string
  readonly tokenSecret: string
  /** Null until the user has decided. */
  readonly grantId: number | null
}

/** The token is shown to the user, its secret only to the application. */
export async function createRequest(
  tx: Writer,
  clock: Clock,
  { clientId, redirectUri }: Pick<AccessRequest, 'clientId' | 'redirectUri'>,
): Promise<{ token: string; tokenSecret: string }> {
  const now = seconds(clock)
  await deleteExpired(tx, now)
  const { token, tokenSecret } = newSigningPair()
  await tx
    .insertInto('oauth_request')
    .values({
      token_hash: fingerprint(token),
      client_id: clientId,
      redirect_uri: redirectUri,
      sealed_secret: seal(token, tokenSecret),
      expires_at: now + REQUEST_LIFETIME,
      grant_id: null,
      verifier_hash: null,
    })
    .execute()
  return { token, tokenSecret }
}

/** Deletes a batch of expired request tokens. Skips rows that another transaction is deleting. */
async function deleteExpired(tx: Writer, now: number): Promise<void> {
  const expired = tx.selectFrom('oauth_request').select('token_hash').where('expires_at', '<=', now).limit(100)
  const hashes = (await lockRows(tx, expired, 'skip').execute()).map(row => row.token_hash)
  if (hashes.length > 0) await tx.deleteFrom('oauth_request').where('token_hash', 'in', hashes).execute()
}

/** Null for tokens that are unknown, expired or used. */
export async function findRequest(db: Reader, token: string, now: number): Promise<AccessRequest | null> {
  const row = await db
    .selectFrom('oauth_request')
    .selectAll()
    .where('token_hash', '=', fingerprint(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const tokenSecret = row && unseal(token, row.sealed_secret)
  if (!row || tokenSecret == null) return null
  return { clientId: row.client_id, redirectUri: row.redirect_uri, tokenSecret, grantId: row.grant_id }
}

/** Records that the user has allowed a request. Returns the verifier; null if the request was already allowed. */
export async function allowRequest(tx: Writer, token: string, grantId: number): Promise<string | null> {
  const verifier = randomAlphanumeric(32)
  const allowed = await tx
    .updateTable('oauth_request')
    .set({ grant_id: grantId, verifier_hash: fingerprint(verifier) })
    .where('token_hash', '=', fingerprint(token))
    .where('grant_id', 'is', null)
    .executeTakeFirst()
  return allowed.numUpdatedRows === 0n ? null : verifier
}

/** Takes a request token, which works once. Returns its grant; null if the verifier is wrong or the grant is gone. */
export async function redeemRequest(
  tx: Writer,
  token: string,
  verifier: string,
): Promise<{ id: number; accountId: number; scopes: string } | null> {
  const row = await tx
    .deleteFrom('oauth_request')
    .where('token_hash', '=', fingerprint(token))
    .returning(['grant_id', 'verifier_hash', 'client_id'])
    .executeTakeFirst()
  if (row === undefined || row.grant_id === null) return null
  const [stored, sent] = [Buffer.from(row.verifier_hash ?? ''), Buffer.from(fingerprint(verifier))]
  if (stored.length !== sent.length || !timingSafeEqual(stored, sent)) return null
  const grant = await tx
    .selectFrom('oauth_grant')
    .select(['id', 'account_id as accountId', 'scopes'])
    .where('id', '=', row.grant_id)
    .where('client_id', '=', row.client_id)
    .executeTakeFirst()
  return grant ?? null
}
