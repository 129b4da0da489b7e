import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { usernameOf } from './account.ts'
import { nameShows } from './hidden-names.ts'
import { newConsumerSecret } from './oauth-signing.ts'
import { inOrder, scopesIn } from './scopes.ts'
import { fingerprint } from './secrets.ts'

export const CLIENT_STAGES = ['proposed', 'approved', 'rejected', 'disabled'] as const
export type ClientStage = (typeof CLIENT_STAGES)[number]

/** A registered application. */
export interface OAuthClient {
  /** MediaWiki's consumer key. */
  readonly id: string
  /** The owner. */
  readonly accountId: number
  readonly name: string
  readonly version: string
  readonly description: string
  readonly oauthVersion: 1 | 2
  /** Whether it can keep a secret; apps on devices of users cannot. */
  readonly isConfidential: boolean
  /** Works only for its owner and needs no approval. */
  readonly isOwnerOnly: boolean
  readonly redirectUris: readonly string[]
  /** All that it may ask for. */
  readonly scopes: readonly string[]
  readonly stage: ClientStage
  /** The administrator's reason for the stage. */
  readonly reason: string
  readonly createdAt: number
}

export type NewClient = Pick<
  OAuthClient,
  | 'name'
  | 'version'
  | 'description'
  | 'oauthVersion'
  | 'isConfidential'
  | 'isOwnerOnly'
  | 'redirectUris'
  | 'scopes'
  | 'accountId'
>

export const MAX_CLIENT_NAME = 128
export const MAX_CLIENT_VERSION = 32
export const MAX_CLIENT_DESCRIPTION = 2000
export const MAX_REDIRECT_URIS = 20

/** Registers an application. An owner-only one is approved; all others wait for an administrator. */
export async function createClient(tx: Writer, clock: Clock, client: NewClient): Promise<OAuthClient> {
  const stage = client.isOwnerOnly ? 'approved' : 'proposed'
  const row = await tx
    .insertInto('oauth_client')
    .values({
      id: randomBytes(16).toString('hex'),
      account_id: client.accountId,
      name: client.name,
      version: client.version,
      description: client.description,
      oauth_version: client.oauthVersion,
      is_confidential: client.isConfidential ? 1 : 0,
      is_owner_only: client.isOwnerOnly ? 1 : 0,
      redirect_uris: client.redirectUris.join(' '),
      scopes: inOrder(client.scopes).join(' '),
      secret_hash: null,
      signing_secret: null,
      stage,
      reason: '',
      created_at: seconds(clock),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return fromRow(row)
}

/** Replaces the client secret, which can be shown only now. */
export async function resetClientSecret(tx: Writer, id: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await tx
    .updateTable('oauth_client')
    .set({ secret_hash: fingerprint(secret) })
    .where('id', '=', id)
    .execute()
  return secret
}

/** Replaces the secret with which an application for all users signs (OAuth 1.0a). */
export async function resetSigningSecret(tx: Writer, id: string): Promise<string> {
  const secret = newConsumerSecret()
  await tx.updateTable('oauth_client').set({ signing_secret: secret }).where('id', '=', id).execute()
  return secret
}

/** Null for applications that have no such secret. */
export async function signingSecretOf(db: Reader, id: string): Promise<string | null> {
  const row = await db.selectFrom('oauth_client').select('signing_secret').where('id', '=', id).executeTakeFirst()
  return row?.signing_secret ?? null
}

/** Returns null for invalid ids, too. */
export async function findClient(db: Reader, id: string): Promise<OAuthClient | null> {
  if (!/^[0-9a-f]{32}$/.test(id)) return null
  const row = await db.selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

/** Whether this is the secret of a client. Clients without a secret accept none. */
export async function isClientSecret(db: Reader, id: string, secret: string): Promise<boolean> {
  const row = await db.selectFrom('oauth_client').select('secret_hash').where('id', '=', id).executeTakeFirst()
  const stored = Buffer.from(row?.secret_hash ?? '')
  const sent = Buffer.from(fingerprint(secret))
  return stored.length === sent.length && timingSafeEqual(stored, sent)
}

export async function clientsOf(db: Reader, accountId: number): Promise<OAuthClient[]> {
  const rows = await db
    .selectFrom('oauth_client')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** Applications at a stage, newest first; those for a single account only on request. */
export async function clientsAt(
  db: Reader,
  stage: ClientStage,
  { limit, withOwnerOnly = false }: { readonly limit: number; readonly withOwnerOnly?: boolean },
): Promise<OAuthClient[]> {
  let query = db.selectFrom('oauth_client').selectAll().where('stage', '=', stage)
  if (!withOwnerOnly) query = query.where('is_owner_only', '=', 0)
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
  return rows.map(fromRow)
}

/** Names of owners that may be shown. */
export async function ownerNames(
  db: Reader,
  clients: readonly Pick<OAuthClient, 'accountId'>[],
  now: number,
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('account')
    .select(['account.id', usernameOf.as('name')])
    .where('account.id', 'in', [-1, ...new Set(clients.map(each => each.accountId))])
    .where(nameShows(now))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns false if there is no such client. */
export async function setClientStage(tx: Writer, id: string, stage: ClientStage, reason: string): Promise<boolean> {
  const changed = await tx.updateTable('oauth_client').set({ stage, reason }).where('id', '=', id).executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Whether an account can use an application: owners can try theirs before it is approved. */
export const isOpenTo = (client: OAuthClient, accountId: number): boolean =>
  client.isOwnerOnly
    ? client.stage === 'approved' && client.accountId === accountId
    : client.stage === 'approved' || (client.stage === 'proposed' && client.accountId === accountId)

export const fromRow = (row: Selectable<Database['oauth_client']>): OAuthClient => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  version: row.version,
  description: row.description,
  oauthVersion: row.oauth_version === 1 ? 1 : 2,
  isConfidential: row.is_confidential === 1,
  isOwnerOnly: row.is_owner_only === 1,
  redirectUris: row.redirect_uris.split(' ').filter(each => each !== ''),
  scopes: scopesIn(row.scopes),
  stage: CLIENT_STAGES.find(each => each === row.stage) ?? 'disabled',
  reason: row.reason,
  createdAt: row.created_at,
})
