import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findClient, isOpenTo, ownerNames } from '#accounts/oauth-clients.ts'
import { storeGrant } from '#accounts/oauth-grants.ts'
import { createCode } from '#accounts/oauth-tokens.ts'
import { withParams } from '#accounts/redirect-uri.ts'
import { checkToken } from '#accounts/tokens.ts'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { seconds } from '#store/clock.ts'
import { goTo } from '../account/door.ts'
import { needsProof, type OwnVisit, ownVisit, sendOwn, tokenField, toProof } from '../account/owner.ts'
import { scopeList } from '../account/scope-list.ts'
import type { Page } from '../send-page.ts'
import {
  type AuthorizationRequest,
  checkAuthorization,
  PARAMETERS,
  type Refused,
  type Stopped,
} from './authorization-request.ts'
import { noteClient } from './register-client.ts'

const STOP_TEXTS = {
  client: 'oauth.failed_client',
  stage: 'oauth.failed_stage',
  redirect: 'oauth.failed_redirect',
  repeated: 'oauth.failed_repeated',
} as const satisfies Record<Stopped['stopped'], string>

/** The page on which users decide whether an application may act for them. Every request is shown, even a known one. */
export function authorizeRoutes(app: FastifyInstance, services: Services, root: string): void {
  const url = `${root}/oauth2/authorize`
  app.get(url, async (request, reply) => {
    const own = await ownVisit(services, request, reply)
    if (own === null) return reply
    const checked = await check(own, searchParams(request))
    if (!('client' in checked)) return answerProblem(own, checked)
    if (needsProof(own)) return toProof(own, request.url)
    return sendOwn(own, await consentPage(own, url, checked))
  })
  app.post(url, async (request: FastifyRequest, reply: FastifyReply) => {
    const own = await ownVisit(services, request, reply)
    if (own === null) return reply
    const { t } = own.reader
    const checked = await check(own, own.form)
    if (!('client' in checked)) return answerProblem(own, checked)
    const refuse = async (status: number, problem: string) =>
      sendOwn(own, { ...(await consentPage(own, url, checked, problem)), status })
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

function answerProblem(own: OwnVisit, problem: Stopped | Refused): FastifyReply {
  const { t } = own.reader
  if ('error' in problem) return goBack(own, problem, { error: problem.error, error_description: problem.description })
  const title = t('oauth.failed_title')
  const content = html`<div class="narrow door"><h1>${title}</h1>
    <p class="note wrong" role="alert">${t(STOP_TEXTS[problem.stopped])}</p></div>`
  return sendOwn(own, { title, content, status: 400, needs: ['account'] })
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

async function consentPage(
  own: OwnVisit,
  action: string,
  { client, redirectUri, scopes }: AuthorizationRequest,
  problem?: string,
): Promise<Page> {
  const { t } = own.reader
  const { store, clock } = own.services
  const owners = await ownerNames(store.read, [client], seconds(clock))
  const params = own.request.method === 'GET' ? searchParams(own.request) : own.form
  const target = new URL(redirectUri)
  const isWeb = target.protocol === 'https:' || target.protocol === 'http:'
  const title = t('oauth.consent_title', { app: client.name })
  const content = html`<div class="narrow door consent"><h1>${title}</h1>
    ${problem !== undefined && html`<p class="note wrong" role="alert">${problem}</p>`}
    ${client.stage === 'proposed' && html`<p class="note">${t('oauth.consent_unapproved')}</p>`}
    <p class="quiet" dir="auto">${client.description}</p>
    <p>
      ${t.html('oauth.consent_intro', {
        app: html`<b><bdi>${client.name}</bdi></b>`,
        owner: html`<bdi>${owners.get(client.accountId) ?? '–'}</bdi>`,
        user: html`<b><bdi>${own.account.username}</bdi></b>`,
      })}
    </p>
    ${scopeList(t, scopes)}
    <p>${t('oauth.consent_limits')}</p>
    <form method="post" action="${action}">
      ${tokenField(own)}
      ${[...repeated(params)].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <p class="buttons">
        <button class="button first" name="do" value="allow">${t('oauth.allow')}</button>
        <button class="button" name="do" value="deny">${t('oauth.deny')}</button>
      </p>
    </form>
    <p class="quiet small">
      ${t.html('oauth.consent_return', { address: html`<bdi dir="ltr">${isWeb ? target.origin : redirectUri}</bdi>` })}
      ${t.html('oauth.consent_revoke', {
        page: html`<a href="/account/applications/">${t('oauth.connected')}</a>`,
      })}
    </p></div>`
  return { title, content, needs: ['account'], formTarget: isWeb ? target.origin : target.protocol }
}
