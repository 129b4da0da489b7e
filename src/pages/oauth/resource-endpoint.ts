import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isBlocked } from '#accounts/blocked.ts'
import type { Caller } from '#accounts/caller.ts'
import { CredentialError } from '#accounts/credential-error.ts'
import { findClient } from '#accounts/oauth-clients.ts'
import type { Services } from '#core/services.ts'
import { seconds } from '#store/clock.ts'
import { OAuthError, sendError, sendJson } from './oauth-error.ts'

/** `resource/profile` and `resource/scopes`: who the user of a token is, and what the application may ask for. */
export function resourceRoutes(app: FastifyInstance, services: Services, root: string): void {
  const serve = (type: string, body: (caller: Caller & { clientId: string }) => Promise<object>) =>
    app.get(`${root}/oauth2/resource/${type}`, { exposeHeadRoute: false }, async (request, reply) => {
      reply.header('Access-Control-Allow-Origin', '*')
      try {
        return sendJson(reply, 200, await body(await tokenHolder(services, request)))
      } catch (error) {
        if (error instanceof OAuthError) return sendError(reply, error)
        throw error
      }
    })
  serve('profile', caller => profileClaims(services, caller))
  serve('scopes', async ({ clientId }) => ({
    scopes: (await findClient(services.store.primary, clientId))?.scopes ?? [],
  }))
}

/** Only tokens: a browser's session or an API key is not an application. */
async function tokenHolder(services: Services, request: FastifyRequest): Promise<Caller & { clientId: string }> {
  const deny = (text: string) =>
    new OAuthError('invalid_token', text, 401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' })
  try {
    const caller = await services.callers.identify(request, 'profile')
    const { clientId } = caller
    if (caller.via === 'oauth' && caller.account !== null && clientId !== null) return { ...caller, clientId }
  } catch (error) {
    if (error instanceof CredentialError) throw deny(error.message)
    throw error
  }
  throw deny('Send an access token as Authorization: Bearer.')
}

/** MediaWiki's claims about the user of a token. */
export async function profileClaims(
  { store, clock }: Services,
  { account, groups, rights, scopes }: Caller,
): Promise<object> {
  const blocked = await isBlocked(store.read, account!.id, seconds(clock))
  const { id, name, editCount, emailConfirmedAt, registeredAt, realName, email } = account!
  const granted = scopes ?? []
  const seesPrivate = granted.includes('mwoauth-authonlyprivate') || granted.includes('privateinfo')
  return {
    sub: id,
    username: name,
    editcount: editCount,
    confirmed_email: emailConfirmedAt !== null,
    blocked,
    registered: registeredAt === null ? null : wikiTime(registeredAt),
    groups,
    rights,
    grants: granted,
    ...(seesPrivate && { realname: realName, email: emailConfirmedAt === null ? '' : email }),
  }
}

/** MediaWiki's format of times: 20260501120000. */
const wikiTime = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace(/\D/g, '')
