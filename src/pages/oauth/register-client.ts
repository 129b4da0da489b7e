import type { Account } from '#accounts/account.ts'
import {
  createClient,
  type NewClient,
  type OAuthClient,
  resetClientSecret,
  resetSigningSecret,
} from '#accounts/oauth-clients.ts'
import { deleteClient, deleteGrantsOfClient, storeGrant } from '#accounts/oauth-grants.ts'
import { createSigningToken } from '#accounts/oauth-signing.ts'
import { issueTokens } from '#accounts/oauth-tokens.ts'
import type { Services } from '#core/services.ts'
import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'

/** The most applications that one account can register. */
export const MOST_CLIENTS = 50

/** Secrets that can be shown only now; which ones depends on the kind of the client. */
export interface ClientSecrets {
  readonly clientSecret?: string
  readonly accessToken?: string
  readonly accessSecret?: string
}

/** Creates new secrets and revokes what was issued with the old ones. */
async function createSecrets(tx: Writer, { clock }: Services, client: OAuthClient): Promise<ClientSecrets> {
  const { id: clientId, accountId, scopes } = client
  if (!client.isOwnerOnly) {
    if (client.oauthVersion === 1) return { clientSecret: await resetSigningSecret(tx, clientId) }
    return client.isConfidential ? { clientSecret: await resetClientSecret(tx, clientId) } : {}
  }
  await deleteGrantsOfClient(tx, clientId)
  const grantId = await storeGrant(tx, clock, { clientId, accountId, scopes })
  if (client.oauthVersion === 1) {
    const { consumerSecret, token, tokenSecret } = await createSigningToken(tx, clock, { grantId, scopes })
    return { clientSecret: consumerSecret, accessToken: token, accessSecret: tokenSecret }
  }
  const clientSecret = await resetClientSecret(tx, clientId)
  const lifetimes = { access: null, refresh: 0 }
  const { access } = await issueTokens(tx, clock, { grantId, scopes, lifetimes })
  return { clientSecret, accessToken: access }
}

/** Registers an application for an account. */
export async function registerClient(
  services: Services,
  account: Account,
  client: NewClient,
): Promise<{ client: OAuthClient; secrets: ClientSecrets }> {
  return services.store.transaction(async tx => {
    const created = await createClient(tx, services.clock, client)
    const secrets = await createSecrets(tx, services, created)
    await noteClient(tx, services, account, 'application-registered', created)
    return { client: created, secrets }
  })
}

/** Replaces the secrets of an application. */
export const replaceSecrets = (services: Services, account: Account, client: OAuthClient): Promise<ClientSecrets> =>
  services.store.transaction(async tx => {
    const secrets = await createSecrets(tx, services, client)
    await noteClient(tx, services, account, 'application-secret-reset', client)
    return secrets
  })

export const removeClient = (services: Services, account: Account, client: OAuthClient): Promise<void> =>
  services.store.transaction(async tx => {
    await deleteClient(tx, client.id)
    await noteClient(tx, services, account, 'application-deleted', client)
  })

/** Logs what happened to an application. */
export async function noteClient(
  tx: Writer,
  { clock }: Services,
  account: Account,
  kind: string,
  client: OAuthClient,
): Promise<void> {
  await appendChange(tx, clock, {
    area: 'accounts',
    kind,
    accountId: account.id,
    subject: client.name,
    data: { client: client.id, scopes: client.scopes },
  })
}
