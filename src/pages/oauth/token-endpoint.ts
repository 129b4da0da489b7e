import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOpenTo, type OAuthClient } from '#accounts/oauth-clients.ts'
import { storeGrant } from '#accounts/oauth-grants.ts'
import { type IssuedTokens, issueTokens, redeemCode, refreshTokens, revokeToken } from '#accounts/oauth-tokens.ts'
import { scopesIn } from '#accounts/scopes.ts'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { searchParams } from '#html/search-params.ts'
import { formOf } from '../send-page.ts'
import { authenticateClient } from './client-authentication.ts'
import { OAuthError, sendError, sendJson } from './oauth-error.ts'

export const GRANT_TYPES = ['authorization_code', 'refresh_token', 'client_credentials'] as const
type GrantType = (typeof GRANT_TYPES)[number]

/** Where applications exchange codes for tokens, renew and revoke them. Scripts of all sites may, without cookies. */
export function tokenRoutes(app: FastifyInstance, services: Services, root: string): void {
  const answer = async (reply: FastifyReply, work: () => Promise<object>) => {
    reply.header('Access-Control-Allow-Origin', '*')
    try {
      return sendJson(reply, 200, await work())
    } catch (error) {
      if (error instanceof OAuthError) return sendError(reply, error)
      throw error
    }
  }
  app.post(`${root}/oauth2/access_token`, (request, reply) => answer(reply, () => exchange(services, request)))
  app.post(`${root}/oauth2/revoke`, (request, reply) => answer(reply, () => revoke(services, request)))
}

/** The form of a request. Addresses end up in logs and histories, so they must not contain secrets. */
function secretForm(services: Services, request: FastifyRequest): URLSearchParams {
  if ([...searchParams(request)].length > 0)
    throw new OAuthError('invalid_request', 'Send all parameters in the body, not in the address.')
  if (!(request.body instanceof URLSearchParams))
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
  const { readOnly } = services.config
  if (readOnly !== null)
    throw new OAuthError('temporarily_unavailable', `This site is read-only: ${readOnly}`, 503, {
      'Retry-After': String(READ_ONLY_RETRY_AFTER),
    })
  const form = formOf(request)
  const twice = [...new Set(form.keys())].find(name => form.getAll(name).length > 1)
  if (twice !== undefined) throw new OAuthError('invalid_request', 'A parameter appears more than once.')
  return form
}

async function exchange(services: Services, request: FastifyRequest): Promise<object> {
  const form = secretForm(services, request)
  const type = GRANT_TYPES.find(each => each === form.get('grant_type'))
  if (type === undefined)
    throw new OAuthError('unsupported_grant_type', `grant_type must be one of: ${GRANT_TYPES.join(', ')}.`)
  const client = await authenticateClient(services, request, form)
  const issued = await EXCHANGES[type](services, client, form)
  if (issued === 'invalid-scope')
    throw new OAuthError('invalid_scope', 'scope must not contain more than the user has allowed.')
  if (issued === 'invalid-grant')
    throw new OAuthError('invalid_grant', 'The code or token is invalid, expired, was used before, or is not yours.')
  return {
    token_type: 'Bearer',
    access_token: issued.access,
    ...(issued.expiresIn !== null && { expires_in: issued.expiresIn }),
    ...(issued.refresh !== null && { refresh_token: issued.refresh }),
    scope: issued.scopes.join(' '),
  }
}

type Exchanged = Promise<IssuedTokens | 'invalid-grant' | 'invalid-scope'>

const EXCHANGES: Readonly<
  Record<GrantType, (services: Services, client: OAuthClient, form: URLSearchParams) => Exchanged>
> = {
  authorization_code: ({ store, clock, config }, client, form) => {
    const code = required(form, 'code')
    const sent = { code, redirectUri: form.get('redirect_uri'), verifier: form.get('code_verifier') }
    return store.transaction(tx => redeemCode(tx, clock, client, sent, lifetimesOf(config)))
  },
  refresh_token: ({ store, clock, config }, client, form) => {
    const token = required(form, 'refresh_token')
    const scope = form.get('scope')
    const sent = { token, scopes: scope === null || scope === '' ? null : scopesIn(scope) }
    return store.transaction(tx => refreshTokens(tx, clock, client, sent, lifetimesOf(config)))
  },
  /** The application acts as its owner, so it must be only for the owner. */
  client_credentials: async ({ store, clock, config, accounts }, client, form) => {
    if (!client.isOwnerOnly || !client.isConfidential || !isOpenTo(client, client.accountId))
      throw new OAuthError('unauthorized_client', 'client_credentials is for applications of their owner only.')
    const owner = await accounts.byId(store.primary, client.accountId)
    if (owner === null || !owner.isActive) return 'invalid-grant'
    const scopes = scopesIn(form.get('scope') ?? '')
    if (scopes.some(scope => !client.scopes.includes(scope))) return 'invalid-scope'
    return store.transaction(async tx => {
      const grantId = await storeGrant(tx, clock, {
        clientId: client.id,
        accountId: client.accountId,
        scopes: client.scopes,
      })
      const lifetimes = lifetimesOf(config)
      return issueTokens(tx, clock, {
        grantId,
        scopes: scopes.length > 0 ? scopes : client.scopes,
        lifetimes,
        refreshScopes: null,
      })
    })
  },
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name) ?? ''
  if (value === '') throw new OAuthError('invalid_request', `The parameter ${name} is required.`)
  return value
}

const lifetimesOf = ({ oauthAccessMinutes, oauthRefreshDays }: Services['config']) => ({
  access: oauthAccessMinutes * 60,
  refresh: oauthRefreshDays * 86_400,
})

/** RFC 7009: unknown tokens are no error, because the application has reached its aim. */
async function revoke(services: Services, request: FastifyRequest): Promise<object> {
  const form = secretForm(services, request)
  const client = await authenticateClient(services, request, form)
  const token = required(form, 'token')
  await services.store.transaction(tx => revokeToken(tx, client, token))
  return {}
}
