import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findIdentity, type Identity, linkIdentity } from '#accounts/identities.ts'
import { LoginRejected, type OpenidUser, ProviderDown } from '#accounts/openid-client.ts'
import type { OpenidProvider } from '#accounts/openid-provider.ts'
import { hasSecondFactor } from '#accounts/second-factors.ts'
import type { OpenidLogin } from '#accounts/sessions.ts'
import type { Services } from '#core/services.ts'
import { appendChange } from '#events/change-log.ts'
import { logEvent } from '#events/log.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import type { TextKey } from '#html/texts/index.ts'
import { localPath, type Visit, visit } from '../send-page.ts'
import { findInvitation, joinInvited } from './accept.ts'
import { goTo, leaveSite, refusedReadOnly, sendDoor } from './door.ts'
import { askForCode } from './login-code.ts'
import { AlreadyLinked, accountOf, applyClaims, createFor, isAdmitted, labelOf } from './openid-accounts.ts'

type Params = { Params: { provider: string } }

export const openidAddress = (name: string): string => `/accounts/openid/${name}/`

/** Login with an identity provider (OpenID Connect): the way there, and the way back. */
export function openidRoutes(app: FastifyInstance, services: Services): void {
  app.get<Params>('/accounts/openid/:provider/', async (request, reply) => {
    const seen = await visit(services, request, reply)
    const next = localPath(searchParams(request).get('next'))
    return leave(seen, request.params.provider, { mode: 'login', next })
  })
  app.get<Params>('/accounts/openid/:provider/callback/', async (request, reply) =>
    comeBack(await visit(services, request, reply), request),
  )
}

/** Sends the browser to the provider. */
export async function leave(
  seen: Visit,
  name: string,
  { mode, next }: Pick<OpenidLogin, 'mode' | 'next'>,
): Promise<FastifyReply> {
  const { services, reply } = seen
  const provider = services.openid.provider(name)
  if (provider === null) return failed(seen, 404, 'account.openid_unknown')
  const refused = refusedReadOnly(seen, seen.reader.t('frame.log_in'))
  if (refused !== null) return refused
  try {
    const { url, checks } = await services.openid.begin(name, redirectUri(services, name), mode === 'prove')
    const { setCookies } = await services.callers.awaitProvider(seen.caller, { provider: name, mode, next, checks })
    return mode === 'login' ? goTo(reply, url, setCookies) : leaveSite(seen, url, provider.label, setCookies)
  } catch (error) {
    return broken(seen, provider, error)
  }
}

const redirectUri = ({ config }: Services, name: string): string => `${config.siteUrl}${openidAddress(name)}callback/`

async function comeBack(seen: Visit, request: FastifyRequest<Params>): Promise<FastifyReply> {
  const { services, caller } = seen
  const name = request.params.provider
  const provider = services.openid.provider(name)
  if (provider === null) return failed(seen, 404, 'account.openid_unknown')
  // Taken out of the session first, so that a response counts once. Another provider's response is a mix-up attack.
  const login = await services.callers.pendingLogins.comeBack(caller.session)
  if (login === null || login.provider !== name) return failed(seen, 400, 'account.openid_expired')
  try {
    const address = new URL(`${redirectUri(services, name)}${new URL(request.url, 'http://localhost').search}`)
    const user = await services.openid.finish(name, address, login.checks, login.mode === 'prove')
    const identity = await findIdentity(services.store.primary, user.issuer, user.subject)
    if (login.mode === 'login') return await logIn(seen, name, provider, login, user, identity)
    // The account that began must still be logged in.
    if (caller.account === null || caller.account.id !== login.account)
      return failed(seen, 400, 'account.openid_expired')
    return login.mode === 'link' ? await link(seen, provider, user, identity) : await prove(seen, login, identity)
  } catch (error) {
    return broken(seen, provider, error)
  }
}

async function logIn(
  seen: Visit,
  name: string,
  provider: OpenidProvider,
  login: OpenidLogin,
  user: OpenidUser,
  known: Identity | null,
): Promise<FastifyReply> {
  const { services, reply, request } = seen
  if (!isAdmitted(provider, user)) return failed(seen, 403, 'account.openid_domain', provider)
  const next = known === null ? await firstLogin(seen, provider, login, user) : login.next
  if (typeof next !== 'string') return next
  const identity = known ?? (await findIdentity(services.store.primary, user.issuer, user.subject))
  if (identity === null) return failed(seen, 400, 'account.openid_expired')
  const account = await accountOf(services, identity)
  if (account === null) return failed(seen, 403, 'account.login_inactive')
  await applyClaims(services, provider, identity, user)
  if (!provider.secondFactor && (await hasSecondFactor(services.store.primary, account.id)))
    return askForCode(seen, account, next)
  const device = request.headers['user-agent']
  const { setCookies } = await services.callers.logIn(seen.caller, account, {
    device,
    openid: name,
    way: `provider:${name}`,
  })
  return goTo(reply, next, setCookies)
}

/** Creates the account if the provider's setting allows it. Returns where to go, or the refusal. */
async function firstLogin(
  seen: Visit,
  provider: OpenidProvider,
  { next }: OpenidLogin,
  user: OpenidUser,
): Promise<string | FastifyReply> {
  const { services } = seen
  if (provider.accounts === 'link') return failed(seen, 403, 'account.openid_not_linked', provider)
  const key = /^\/accounts\/invitation\/\?key=([A-Za-z0-9]+)$/.exec(next)?.[1]
  const invitation = key === undefined ? null : await findInvitation(services, key)
  if (provider.accounts === 'invitation' && invitation === null)
    return failed(seen, 403, 'account.openid_not_invited', provider)
  try {
    await createFor(services, user, async (tx, account) => {
      if (invitation !== null) await joinInvited(tx, services.clock, invitation, account)
    })
  } catch (error) {
    if (!(error instanceof AlreadyLinked)) throw error
  }
  return invitation === null && next !== '/' ? next : '/account/languages/?done=welcome'
}

async function link(
  seen: Visit,
  provider: OpenidProvider,
  user: OpenidUser,
  known: Identity | null,
): Promise<FastifyReply> {
  const { services, caller, reply } = seen
  const { store, clock } = services
  const account = caller.account!
  if (known !== null && known.accountId !== account.id) return failed(seen, 403, 'account.openid_taken', provider)
  await store.transaction(async tx => {
    const { issuer, subject } = user
    if (!(await linkIdentity(tx, clock, { issuer, subject, accountId: account.id, label: labelOf(user) }))) return
    const change = { area: 'accounts', kind: 'identity-linked', accountId: account.id, subject: account.name }
    await appendChange(tx, clock, { ...change, data: { issuer } })
  })
  return goTo(reply, '/account/security/?done=linked', caller.setCookies)
}

async function prove(seen: Visit, { next }: OpenidLogin, identity: Identity | null): Promise<FastifyReply> {
  const { services, caller, reply } = seen
  if (identity?.accountId !== caller.account!.id) return failed(seen, 403, 'account.openid_other')
  await services.callers.prove(caller)
  return goTo(reply, next, caller.setCookies)
}

/** Says plainly what went wrong, with the other ways in. Details are only logged. */
function broken(seen: Visit, provider: OpenidProvider, error: unknown): FastifyReply {
  const isDown = error instanceof ProviderDown
  if (!isDown && !(error instanceof LoginRejected)) throw error
  if (error instanceof LoginRejected && error.isCancelled)
    return failed(seen, 400, 'account.openid_cancelled', provider)
  logEvent(seen.request.log, 'login.provider_failed', { issuer: provider.issuer, reason: error.message })
  return isDown
    ? failed(seen, 503, 'account.openid_down', provider)
    : failed(seen, 400, 'account.openid_failed', provider)
}

function failed(seen: Visit, status: number, text: TextKey, provider?: OpenidProvider): FastifyReply {
  const { t } = seen.reader
  const content = html`<p class="note wrong" role="alert">${t(text, { provider: provider?.label ?? '' })}</p>
    <p><a class="button" href="/accounts/login/">${t('account.openid_other_ways')}</a></p>`
  return sendDoor(seen, { status, title: t('frame.log_in'), content })
}
