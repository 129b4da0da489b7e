import type { FastifyReply, FastifyRequest } from 'fastify'
import { CredentialError } from '#accounts/credential-error.ts'
import { isOpenTo } from '#accounts/oauth-clients.ts'
import { createRequest, redeemRequest } from '#accounts/oauth-requests.ts'
import { createSigningToken } from '#accounts/oauth-signing.ts'
import { scopesIn } from '#accounts/scopes.ts'
import { formText, keepFormText, type SignedParts } from '#accounts/signed-requests.ts'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import type { SpecialEndpoint } from '#core/special-endpoint.ts'
import { searchParams } from '#html/search-params.ts'
import { goTo } from '../account/door.ts'
import { identify } from './identify.ts'
import { OAuthError } from './oauth-error.ts'
import { serveSignedAuthorize } from './signed-authorize.ts'
import { verifiedPage } from './verified-page.ts'

/** The code of all errors here, as in MediaWiki's extension. */
const ERROR_CODE = 'mwoauth-oauth-exception'

type Step = (services: Services, request: FastifyRequest) => Promise<Answer>

/** A token and its secret, or a signed statement. */
type Answer = { readonly token: string; readonly tokenSecret: string } | { readonly jwt: string }

const STEPS: Readonly<Record<string, Step>> = { initiate, token: exchange, identify }

/** Other subpages of MediaWiki's, and what they are here. */
const ELSEWHERE: Readonly<Record<string, string>> = { '': '/applications/', grants: '/account/keys/' }

/** `Special:OAuth`: the three steps of OAuth 1.0a, at the addresses that clients sign. */
export const specialOAuth = (services: Services): SpecialEndpoint => ({
  name: 'OAuth',
  async serve(request, reply, subpage) {
    if (subpage === 'authorize' || subpage === 'authenticate') return serveSignedAuthorize(services, request, reply)
    if (subpage === 'verified') return verifiedPage(services, request, reply)
    if (Object.hasOwn(ELSEWHERE, subpage)) return goTo(reply, ELSEWHERE[subpage]!, [])
    const format = searchParams(request).get('format') ?? 'raw'
    if (request.body instanceof URLSearchParams) keepFormText(request, request.body, String(request.body))
    try {
      const step = Object.hasOwn(STEPS, subpage) ? STEPS[subpage] : undefined
      if (step === undefined)
        throw new OAuthError('invalid_request', `Special:OAuth has ${NAMES.join(', ')}, but no "${subpage}".`, 404)
      if (format !== 'raw' && format !== 'json')
        throw new OAuthError('invalid_request', 'The parameter format must be raw or json.')
      if (services.config.readOnly !== null)
        throw new OAuthError('temporarily_unavailable', `This site is read-only: ${services.config.readOnly}`, 503, {
          'Retry-After': String(READ_ONLY_RETRY_AFTER),
        })
      return send(reply, 200, format, await step(services, request))
    } catch (error) {
      const known = error instanceof CredentialError ? new OAuthError('invalid_token', error.message, 401) : error
      if (!(known instanceof OAuthError)) throw error
      return sendError(reply.headers(known.headers), format, known)
    }
  },
})

const NAMES = [...Object.keys(STEPS), 'authorize', 'authenticate', 'verified']

/** Responses contain secrets, so nothing may store them. */
const HEADERS = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

function send(reply: FastifyReply, status: number, format: string, answer: Answer): FastifyReply {
  reply.code(status).headers(HEADERS)
  if ('jwt' in answer) return reply.type('application/jwt').send(answer.jwt)
  const { token, tokenSecret } = answer
  const fields = { oauth_token: token, oauth_token_secret: tokenSecret, oauth_callback_confirmed: 'true' }
  return format === 'json'
    ? reply.type('application/json').send(JSON.stringify({ ...fields, key: token, secret: tokenSecret }))
    : reply.type('application/x-www-form-urlencoded').send(String(new URLSearchParams(fields)))
}

function sendError(reply: FastifyReply, format: string, { status, message }: OAuthError): FastifyReply {
  reply.code(status).headers(HEADERS)
  return format === 'json'
    ? reply.type('application/json').send(JSON.stringify({ error: ERROR_CODE, message }))
    : reply.type('text/plain; charset=utf-8').send(`Error: ${message}`)
}

/** Header and signed parts of a request. */
function signedParts(request: FastifyRequest): { header: string; parts: SignedParts } {
  const { method, url, headers } = request
  const header = /^\s*oauth\s+(.*)$/is.exec(headers.authorization ?? '')?.[1]
  if (header === undefined)
    throw new OAuthError('invalid_request', 'Sign the request and send the OAuth parameters in Authorization.', 401)
  return { header, parts: { method, url, form: formText(request) } }
}

/** The first step: an application gets a request token. */
async function initiate({ callers, store, clock }: Services, request: FastifyRequest): Promise<Answer> {
  const { header, parts } = signedParts(request)
  const { found: client, value } = await callers.signedRequests.verifyClient(header, parts)
  if (client.stage === 'rejected' || client.stage === 'disabled')
    throw new OAuthError('unauthorized_client', 'This application is disabled or was rejected.', 401)
  const redirectUri = returnAddress(client.redirectUris, value('callback'))
  return store.transaction(tx => createRequest(tx, clock, { clientId: client.id, redirectUri }))
}

/** "oob" stands for the registered address, as in MediaWiki. */
function returnAddress(registered: readonly string[], callback: string): string {
  if (callback === 'oob' && registered.length === 1) return registered[0]!
  if (registered.includes(callback)) return callback
  throw new OAuthError(
    'invalid_request',
    registered.length === 1
      ? 'oauth_callback must be "oob" or exactly the registered address.'
      : 'oauth_callback must be exactly one of the registered addresses.',
  )
}

/** The last step: the application exchanges its request token, which the user has allowed, for an access token. */
async function exchange({ callers, store, clock }: Services, request: FastifyRequest): Promise<Answer> {
  const { header, parts } = signedParts(request)
  const { found, value } = await callers.signedRequests.verifyExchange(header, parts)
  const issued = await store.transaction(async tx => {
    const grant = await redeemRequest(tx, value('token'), value('verifier'))
    if (grant === null || !isOpenTo(found.client, grant.accountId)) return null
    const scopes = scopesIn(grant.scopes)
    return createSigningToken(tx, clock, { grantId: grant.id, scopes, sharedSecret: found.secret })
  })
  if (issued === null)
    throw new OAuthError('invalid_grant', 'The user has not allowed this, or oauth_verifier is wrong.', 401)
  return issued
}
