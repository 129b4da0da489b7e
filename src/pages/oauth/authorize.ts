import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findClient, isOpenTo } from '#accounts/oauth-clients.ts'
import { storeGrant } from '#accounts/oauth-grants.ts'
import { createCode } from '#accounts/oauth-tokens.ts'
import { withParams } from '#accounts/redirect-uri.ts'
import { checkToken } from '#accounts/tokens.ts'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { searchParams } from '#html/search-params.ts'
import { goTo } from '../account/door.ts'
import { needsProof, type OwnVisit, ownVisit, sendOwn, toProof } from '../account/owner.ts'
import {
  type AuthorizationRequest,
  checkAuthorization,
  PARAMETERS,
  type Refused,
  type Stopped,
} from './authorization-request.ts'
import { type Consent, consentPage, stopPage } from './consent-page.ts'
import { noteClient } from './register-client.ts'

/** The page on which users decide whether an application may act for them. Every request is shown, even a known one. */
export function authorizeRoutes(app: FastifyInstance, services: Services, root: string): void {
  const url = `${root}/oauth2/authorize`
  app.get(url, async (request, reply) => {
    const own = await ownVisit(services, request, reply)
    if (own === null) return reply
    const checked = await check(own, searchParams(request))
    if (!('client' in checked)) return answerProblem(own, checked)
    if (needsProof(own)) return toProof(own, request.url)
    return sendOwn(own, await consentPage(own, consentOf(url, checked, searchParams(request))))
  })
  app.post(url, async (request: FastifyRequest, reply: FastifyReply) => {
    const own = await ownVisit(services, request, reply)
    if (own === null) return reply
    const { t } = own.reader
    const checked = await check(own, own.form)
    if (!('client' in checked)) return answerProblem(own, checked)
    const refuse = async (status: number, problem: string) =>
      sendOwn(own, { ...(await consentPage(own, consentOf(url, checked, own.form), problem)), status })
    if (!checkToken(own.caller, 'csrf', own.form.get('csrfmiddlewaretoken') ?? ''))
      return refuse(403, t('account.old_form'))
    if (needsProof(own)) return toProof(own, `${url}?${repeated(own.form)}`)
    const { readOnly } = services.config
    if (readOnly !== null) {
      reply.header('Retry-After', String(READ_ONLY_RETRY_AFTER))
      return refuse(503, t('account.read_only', { why: readOnly }))
    }
    const decision = own.form.get('do')
    if (decision === 'deny') return goBack(own, checked, { error: 'access_denied' })
    if (decision !== 'allow') return refuse(400, t('account.unknown_form'))
    return goBack(own, checked, { code: await allow(own, checked) })
  })
}

async function check(own: OwnVisit, params: URLSearchParams): Promise<AuthorizationRequest | Stopped | Refused> {
  const { services, account } = own
  const client = await findClient(services.store.primary, params.get('client_id') ?? '')
  const checked = checkAuthorization(params, client)
  return client !== null && 'client' in checked && !isOpenTo(client, account.id) ? { stopped: 'stage' } : checked
}

const consentOf = (action: string, request: AuthorizationRequest, sent: URLSearchParams): Consent => ({
  ...request,
  action,
  hidden: [...repeated(sent)],
})

function answerProblem(own: OwnVisit, problem: Stopped | Refused): FastifyReply {
  if ('error' in problem) return goBack(own, problem, { error: problem.error, error_description: problem.description })
  return sendOwn(own, stopPage(own, problem.stopped))
}

/** `iss` tells the application which server has answered (RFC 9207). */
function goBack(
  { services, reply, caller }: OwnVisit,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  result: Readonly<Record<string, string>>,
): FastifyReply {
  const params = { ...result, ...(state !== null && { state }), iss: services.config.siteUrl }
  // The address of this page contains the request.
  reply.header('Referrer-Policy', 'no-referrer')
  return goTo(reply, withParams(redirectUri, params), caller.setCookies)
}

const allow = ({ services, account }: OwnVisit, request: AuthorizationRequest): Promise<string> =>
  services.store.transaction(async tx => {
    const { client, scopes, redirectUri, challenge } = request
    const grantId = await storeGrant(tx, services.clock, { clientId: client.id, accountId: account.id, scopes })
    const code = await createCode(tx, services.clock, { grantId, scopes, redirectUri, challenge })
    await noteClient(tx, services, account, 'application-allowed', { ...client, scopes })
    return code
  })

const repeated = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams(PARAMETERS.flatMap(name => (params.has(name) ? [[name, params.get(name)!]] : [])))
