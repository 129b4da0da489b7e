import type { FastifyReply, FastifyRequest } from 'fastify'
import { findClient, isOpenTo, type OAuthClient } from '#accounts/oauth-clients.ts'
import { storeGrant } from '#accounts/oauth-grants.ts'
import { type AccessRequest, allowRequest, findRequest } from '#accounts/oauth-requests.ts'
import { withParams } from '#accounts/redirect-uri.ts'
import { checkToken } from '#accounts/tokens.ts'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { searchParams } from '#html/search-params.ts'
import { seconds } from '#store/clock.ts'
import { goTo } from '../account/door.ts'
import { needsProof, type OwnVisit, ownVisit, sendOwn, toProof } from '../account/owner.ts'
import { type Consent, consentPage, stopPage } from './consent-page.ts'
import { noteClient } from './register-client.ts'

/** The form is sent here from every address of the page. */
const ACTION = '/index.php?title=Special:OAuth/authorize'

interface Pending {
  readonly token: string
  readonly client: OAuthClient
  readonly request: AccessRequest
}

type Stop = Parameters<typeof stopPage>[1]

/** The second step of OAuth 1.0a: the user decides whether an application may act for them. */
export async function serveSignedAuthorize(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const own = await ownVisit(services, request, reply)
  if (own === null) return reply
  const isForm = request.method === 'POST'
  const pending = await findPending(own, isForm ? own.form : searchParams(request))
  if (typeof pending === 'string') return sendOwn(own, stopPage(own, pending))
  const consent = consentOf(pending)
  if (isForm) return decide(own, pending, consent)
  return needsProof(own) ? toProof(own, addressOf(pending)) : sendOwn(own, await consentPage(own, consent))
}

/** The request that a link or the form names, or why the user cannot decide about it. */
async function findPending({ services, account }: OwnVisit, params: URLSearchParams): Promise<Pending | Stop> {
  const names = ['oauth_token', 'oauth_consumer_key']
  if (names.some(name => params.getAll(name).length > 1)) return 'repeated'
  const [token, key] = names.map(name => params.get(name) ?? '') as [string, string]
  const db = services.store.primary
  const request = await findRequest(db, token, seconds(services.clock))
  if (request === null || request.grantId !== null) return 'request'
  const client = await findClient(db, request.clientId)
  if (client === null || (key !== '' && key !== client.id)) return 'client'
  if (!isOpenTo(client, account.id)) return 'stage'
  return client.redirectUris.includes(request.redirectUri) ? { token, client, request } : 'redirect'
}

const consentOf = ({ token, client, request }: Pending): Consent => ({
  client,
  scopes: client.scopes,
  redirectUri: request.redirectUri,
  action: ACTION,
  hidden: [
    ['oauth_token', token],
    ['oauth_consumer_key', client.id],
  ],
})

const addressOf = ({ token, client }: Pending): string =>
  `${ACTION}&oauth_token=${encodeURIComponent(token)}&oauth_consumer_key=${client.id}`

async function decide(own: OwnVisit, pending: Pending, consent: Consent): Promise<FastifyReply> {
  const { services, reply, form, caller } = own
  const { t } = own.reader
  const refuse = async (status: number, problem: string) =>
    sendOwn(own, { ...(await consentPage(own, consent, problem)), status })
  if (!checkToken(caller, 'csrf', form.get('csrfmiddlewaretoken') ?? '')) return refuse(403, t('account.old_form'))
  if (needsProof(own)) return toProof(own, addressOf(pending))
  const { readOnly } = services.config
  if (readOnly !== null) {
    reply.header('Retry-After', String(READ_ONLY_RETRY_AFTER))
    return refuse(503, t('account.read_only', { why: readOnly }))
  }
  const decision = form.get('do')
  // OAuth 1.0a has no way to tell the application.
  if (decision === 'deny') return goTo(reply, '/account/applications/?done=access-denied', caller.setCookies)
  if (decision !== 'allow') return refuse(400, t('account.unknown_form'))
  const verifier = await allow(own, pending)
  if (verifier === null) return sendOwn(own, stopPage(own, 'request'))
  const result = { oauth_verifier: verifier, oauth_token: pending.token }
  reply.header('Referrer-Policy', 'no-referrer')
  return goTo(reply, withParams(pending.request.redirectUri, result), caller.setCookies)
}

/** The verifier; null if the request was allowed in the meantime. */
const allow = ({ services, account }: OwnVisit, { token, client }: Pending): Promise<string | null> =>
  services.store.transaction(async tx => {
    const { id: clientId, scopes } = client
    const grantId = await storeGrant(tx, services.clock, { clientId, accountId: account.id, scopes })
    const verifier = await allowRequest(tx, token, grantId)
    if (verifier !== null) await noteClient(tx, services, account, 'application-allowed', client)
    return verifier
  })
