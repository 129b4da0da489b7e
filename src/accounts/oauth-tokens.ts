import { createHash, timingSafeEqual } from 'node:crypto'
import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import { statement } from '#store/statement.ts'
import type { Reader, Writer } from '#store/store.ts'
import { fromRow, isOpenTo, type OAuthClient } from './oauth-clients.ts'
import { scopesIn } from './scopes.ts'
import { fingerprint, randomAlphanumeric } from './secrets.ts'

/** Seconds until an authorization code expires. */
export const CODE_LIFETIME = 300

export interface TokenLifetimes {
  /** Seconds; null for never. */
  readonly access: number | null
  readonly refresh: number
}

export interface IssuedTokens {
  readonly access: string
  /** Null for tokens that are not renewed. */
  readonly refresh: string | null
  readonly scopes: readonly string[]
  readonly expiresIn: number | null
}

const PREFIXES = { code: 'plc_', access: 'pla_', refresh: 'plr_' } as const
type Kind = keyof typeof PREFIXES

const shape = /^pl[acr]_[A-Za-z0-9]{40}$/

export const isAccessToken = (text: string): boolean => text.startsWith(PREFIXES.access) && shape.test(text)

const newToken = (kind: Kind): string => PREFIXES[kind] + randomAlphanumeric(40)

/** Values of a token besides its text. Tokens of one consent form a family, which is revoked as a whole. */
interface TokenParts {
  readonly grantId: number
  readonly family: string
  readonly scopes: readonly string[]
  readonly lifetime: number | null
  readonly redirectUri?: string
  readonly challenge?: string | null
}

async function insertToken(tx: Writer, clock: Clock, kind: Kind, parts: TokenParts): Promise<string> {
  const token = newToken(kind)
  const now = seconds(clock)
  await deleteExpired(tx, now)
  await tx
    .insertInto('oauth_token')
    .values({
      token_hash: fingerprint(token),
      kind,
      grant_id: parts.grantId,
      family: parts.family,
      scopes: parts.scopes.join(' '),
      created_at: now,
      expires_at: parts.lifetime === null ? null : now + parts.lifetime,
      spent_at: null,
      redirect_uri: parts.redirectUri ?? null,
      challenge: parts.challenge ?? null,
      sealed_secret: null,
    })
    .execute()
  return token
}

/** Deletes a batch of expired tokens. Skips rows that another transaction is deleting. */
async function deleteExpired(tx: Writer, now: number): Promise<void> {
  const expired = tx.selectFrom('oauth_token').select('token_hash').where('expires_at', '<=', now).limit(100)
  const rows = await lockRows(tx, expired, 'skip').execute()
  const hashes = rows.map(row => row.token_hash)
  if (hashes.length > 0) await tx.deleteFrom('oauth_token').where('token_hash', 'in', hashes).execute()
}

/** A code for the redirect back to the application. */
export const createCode = (
  tx: Writer,
  clock: Clock,
  code: Pick<TokenParts, 'grantId' | 'scopes'> & { readonly redirectUri: string; readonly challenge: string | null },
): Promise<string> =>
  insertToken(tx, clock, 'code', { ...code, family: randomAlphanumeric(24), lifetime: CODE_LIFETIME })

/** An access token, and a refresh token unless the access token never expires. */
export async function issueTokens(
  tx: Writer,
  clock: Clock,
  { grantId, family = randomAlphanumeric(24), scopes, lifetimes, refreshScopes = scopes }: Issue,
): Promise<IssuedTokens> {
  const access = await insertToken(tx, clock, 'access', { grantId, family, scopes, lifetime: lifetimes.access })
  const refresh =
    lifetimes.access === null || refreshScopes === null
      ? null
      : await insertToken(tx, clock, 'refresh', { grantId, family, scopes: refreshScopes, lifetime: lifetimes.refresh })
  return { access, refresh, scopes, expiresIn: lifetimes.access }
}

interface Issue {
  readonly grantId: number
  readonly family?: string
  readonly scopes: readonly string[]
  readonly lifetimes: TokenLifetimes
  /** Scopes of the refresh token; null for none. */
  readonly refreshScopes?: readonly string[] | null
}

type Redeemed = IssuedTokens | 'invalid-grant' | 'invalid-scope'

/** Exchanges a code. A code that is used again has leaked, so the tokens that came from it are revoked. */
export async function redeemCode(
  tx: Writer,
  clock: Clock,
  client: OAuthClient,
  sent: { readonly code: string; readonly redirectUri: string | null; readonly verifier: string | null },
  lifetimes: TokenLifetimes,
): Promise<Redeemed> {
  const row = await spend(tx, clock, 'code', sent.code, client)
  if (row === null) return 'invalid-grant'
  const { redirect_uri, challenge, grant_id: grantId, family } = row
  // Without PKCE, the address shows that the code was not injected.
  if (sent.redirectUri === null ? challenge === null : sent.redirectUri !== redirect_uri) return 'invalid-grant'
  if (!fitsChallenge(challenge, sent.verifier)) return 'invalid-grant'
  return issueTokens(tx, clock, { grantId, family, scopes: scopesIn(row.scopes), lifetimes })
}

/** Renews tokens. A refresh token that is used again has leaked, so all its successors are revoked. */
export async function refreshTokens(
  tx: Writer,
  clock: Clock,
  client: OAuthClient,
  sent: { readonly token: string; readonly scopes: readonly string[] | null },
  lifetimes: TokenLifetimes,
): Promise<Redeemed> {
  const peeked = await tokenRow(tx, 'refresh', sent.token)
  const granted = scopesIn(peeked?.scopes ?? '')
  if (peeked !== null && peeked.client_id === client.id && sent.scopes?.some(scope => !granted.includes(scope)))
    return 'invalid-scope'
  const row = await spend(tx, clock, 'refresh', sent.token, client)
  if (row === null) return 'invalid-grant'
  const { grant_id: grantId, family } = row
  return issueTokens(tx, clock, { grantId, family, scopes: sent.scopes ?? granted, lifetimes, refreshScopes: granted })
}

const tokenRow = async (db: Reader, kind: Kind, token: string) => {
  if (!shape.test(token)) return null
  const row = await db
    .selectFrom('oauth_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
    .selectAll('oauth_token')
    .select(['oauth_grant.client_id', 'oauth_grant.account_id'])
    .where('token_hash', '=', fingerprint(token))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ?? null
}

/** Takes a token that works once; null if it is not valid for this client. A second use revokes its family. */
async function spend(tx: Writer, clock: Clock, kind: 'code' | 'refresh', token: string, client: OAuthClient) {
  const now = seconds(clock)
  const row = await tokenRow(tx, kind, token)
  if (row === null || row.client_id !== client.id) return null
  const spent = await tx
    .updateTable('oauth_token')
    .set({ spent_at: now })
    .where('token_hash', '=', row.token_hash)
    .where('spent_at', 'is', null)
    .executeTakeFirst()
  if (spent.numUpdatedRows === 0n) {
    await tx.deleteFrom('oauth_token').where('family', '=', row.family).where('kind', '<>', kind).execute()
    await tx
      .updateTable('oauth_token')
      .set({ spent_at: now })
      .where('family', '=', row.family)
      .where('spent_at', 'is', null)
      .execute()
    return null
  }
  const isOver = row.expires_at !== null && row.expires_at <= now
  return isOver || !isOpenTo(client, row.account_id) ? null : row
}

/** PKCE with SHA-256. A verifier without a challenge means that the challenge was taken out on the way. */
function fitsChallenge(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null || verifier === null) return challenge === verifier
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const sent = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const stored = Buffer.from(challenge)
  return sent.length === stored.length && timingSafeEqual(sent, stored)
}

/** Revokes the family of an access or refresh token of this client. Other tokens stay as they are. */
export async function revokeToken(tx: Writer, client: OAuthClient, token: string): Promise<void> {
  const row = (await tokenRow(tx, 'refresh', token)) ?? (await tokenRow(tx, 'access', token))
  if (row?.client_id === client.id) await tx.deleteFrom('oauth_token').where('family', '=', row.family).execute()
}

const BEARERS = statement(db =>
  db
    .selectFrom('oauth_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
    .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
    .selectAll('oauth_client')
    .select(['oauth_token.kind', 'oauth_token.scopes as token_scopes', 'oauth_token.expires_at as token_expires_at'])
    .select(['oauth_token.spent_at', 'oauth_token.sealed_secret', 'oauth_grant.id as grant_id'])
    .select(['oauth_grant.scopes as grant_scopes', 'oauth_grant.account_id as user_id', 'oauth_grant.last_used_at']),
)

/** Who uses a token, for what. */
export interface Bearer {
  readonly client: OAuthClient
  readonly grantId: number
  readonly accountId: number
  /** What the token, the last consent and the registration have in common. */
  readonly scopes: readonly string[]
  readonly lastUsedAt: number | null
  /** The key of signed requests, as far as it is stored with the token, and with the application. */
  readonly sealedSecret: string | null
  readonly signingSecret: string | null
}

/** Finds a valid token. Looking up the hash avoids a timing leak. */
export async function findBearer(
  db: Reader,
  kind: 'access' | 'signing',
  token: string,
  now: number,
): Promise<Bearer | null> {
  const [row] = await BEARERS.where('oauth_token.token_hash', '=', fingerprint(token)).all(db)
  if (row === undefined || row.kind !== kind || row.spent_at !== null) return null
  if (row.token_expires_at !== null && row.token_expires_at <= now) return null
  const client = fromRow(row)
  if (!isOpenTo(client, row.user_id)) return null
  const granted = scopesIn(row.grant_scopes)
  const scopes = scopesIn(row.token_scopes).filter(each => granted.includes(each) && client.scopes.includes(each))
  return {
    client,
    grantId: row.grant_id,
    accountId: row.user_id,
    scopes,
    lastUsedAt: row.last_used_at,
    sealedSecret: row.sealed_secret,
    signingSecret: row.signing_secret,
  }
}
