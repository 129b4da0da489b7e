import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { oauthParams } from '#accounts/oauth-signing.ts'
import type { Services } from '#core/services.ts'
import { seconds } from '#store/clock.ts'
import { OAuthError } from './oauth-error.ts'
import { profileClaims } from './resource-endpoint.ts'

/** Seconds for which a statement is valid, as in MediaWiki. */
const LIFETIME = 100

/** Who the user of a signed request is, as a JWT that is signed with the consumer secret. */
export async function identify(services: Services, request: FastifyRequest): Promise<{ jwt: string }> {
  const { callers, clock, config } = services
  const caller = await callers.identify(request, 'profile')
  const header = /^\s*oauth\s+(.*)$/is.exec(request.headers.authorization ?? '')?.[1]
  const params = header === undefined ? null : oauthParams(header)
  const secret = params && (await callers.signedRequests.consumerSecret(params.get('oauth_token') ?? ''))
  if (!secret || caller.account === null)
    throw new OAuthError('invalid_request', 'Sign the request with an access token of OAuth 1.0a.', 401)
  const now = seconds(clock)
  const statement = {
    iss: config.siteUrl,
    aud: caller.clientId,
    exp: now + LIFETIME,
    iat: now,
    ...(await profileClaims(services, caller)),
    sub: String(caller.account.id),
    nonce: params.get('oauth_nonce'),
  }
  return { jwt: signJwt(statement, secret) }
}

/** RFC 7515 with HS256. */
function signJwt(statement: object, secret: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(statement)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
