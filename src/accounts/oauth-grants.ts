import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { fromRow, type OAuthClient } from './oauth-clients.ts'
import { scopesIn } from './scopes.ts'

/** What a user has allowed an application. */
export interface OAuthGrant {
  readonly id: number
  readonly scopes: readonly string[]
  readonly createdAt: number
  /** To the hour; null if it was never used. */
  readonly lastUsedAt: number | null
}

/** Stores a user's consent. It replaces an earlier one, so older tokens never have more than the last consent. */
export async function storeGrant(
  tx: Writer,
  clock: Clock,
  grant: { readonly clientId: string; readonly accountId: number; readonly scopes: readonly string[] },
): Promise<number> {
  const scopes = grant.scopes.join(' ')
  const row = await tx
    .insertInto('oauth_grant')
    .values({
      client_id: grant.clientId,
      account_id: grant.accountId,
      scopes,
      created_at: seconds(clock),
      last_used_at: null,
    })
    .onConflict(conflict => conflict.columns(['client_id', 'account_id']).doUpdateSet({ scopes }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Applications that an account has allowed to act for it. */
export async function grantsOf(db: Reader, accountId: number): Promise<{ grant: OAuthGrant; client: OAuthClient }[]> {
  const rows = await db
    .selectFrom('oauth_grant')
    .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
    .selectAll('oauth_client')
    .select([
      'oauth_grant.id as grant_id',
      'oauth_grant.scopes as grant_scopes',
      'oauth_grant.created_at as grant_created_at',
      'oauth_grant.last_used_at',
    ])
    .where('oauth_grant.account_id', '=', accountId)
    .orderBy('oauth_grant.id', 'desc')
    .execute()
  return rows.map(row => ({
    client: fromRow(row),
    grant: {
      id: row.grant_id,
      scopes: scopesIn(row.grant_scopes),
      createdAt: row.grant_created_at,
      lastUsedAt: row.last_used_at,
    },
  }))
}

/** Number of users by client. */
export async function usersOf(db: Reader, clientIds: readonly string[]): Promise<Map<string, number>> {
  if (clientIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('oauth_grant')
    .select(['client_id', eb => eb.fn.countAll<number>().as('users')])
    .where('client_id', 'in', [...clientIds])
    .groupBy('client_id')
    .execute()
  return new Map(rows.map(row => [row.client_id, Number(row.users)]))
}

/** Withdraws a consent and revokes its tokens; false if the account has no such grant. */
export async function deleteGrant(tx: Writer, accountId: number, grantId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('oauth_grant')
    .where('id', '=', grantId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) return false
  await tx.deleteFrom('oauth_token').where('grant_id', '=', grantId).execute()
  return true
}

/** Revokes all tokens and consents of an application. */
export async function deleteGrantsOfClient(tx: Writer, clientId: string): Promise<void> {
  const grants = tx.selectFrom('oauth_grant').select('id').where('client_id', '=', clientId)
  await tx.deleteFrom('oauth_token').where('grant_id', 'in', grants).execute()
  await tx.deleteFrom('oauth_grant').where('client_id', '=', clientId).execute()
}

export async function deleteClient(tx: Writer, clientId: string): Promise<void> {
  await deleteGrantsOfClient(tx, clientId)
  await tx.deleteFrom('oauth_request').where('client_id', '=', clientId).execute()
  await tx.deleteFrom('oauth_client').where('id', '=', clientId).execute()
}

/** For an account that is closed: its applications, and what it allowed others. */
export async function deleteApplicationsOf(tx: Writer, accountId: number): Promise<void> {
  const own = await tx.selectFrom('oauth_client').select('id').where('account_id', '=', accountId).execute()
  for (const { id } of own) await deleteClient(tx, id)
  const grants = tx.selectFrom('oauth_grant').select('id').where('account_id', '=', accountId)
  await tx.deleteFrom('oauth_token').where('grant_id', 'in', grants).execute()
  await tx.deleteFrom('oauth_grant').where('account_id', '=', accountId).execute()
}

/** Records a use, at most once an hour. */
export async function touchGrant(tx: Writer, grantId: number, now: number): Promise<void> {
  await tx.updateTable('oauth_grant').set({ last_used_at: now }).where('id', '=', grantId).execute()
}
