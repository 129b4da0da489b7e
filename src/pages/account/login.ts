import type { FastifyInstance } from 'fastify'
import type { LoginResult } from '#accounts/login.ts'
import { checkToken } from '#accounts/tokens.ts'
import { readerOf } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import type { Reader } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { formOf, visit } from '../send-page.ts'
import { goTo, leaveSite } from './door.ts'
import { askForCode } from './login-code.ts'
import { LOGIN, nextPath, showLogin } from './login-form.ts'

/** Browser login and logout. The session works for pages and for both APIs. */
export function loginRoutes(app: FastifyInstance, services: Services): void {
  app.get(LOGIN, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const query = searchParams(request)
    return showLogin(seen, 200, { next: nextPath(query.get('next')), news: query.get('news') ?? '' })
  })
  app.post(LOGIN, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const { t } = seen.reader
    const form = formOf(request)
    const next = nextPath(form.get('next'))
    const name = form.get('username') ?? ''
    const remember = form.get('remember') === '1'
    if (!checkToken(seen.caller, 'login', form.get('csrfmiddlewaretoken') ?? ''))
      return showLogin(seen, 403, { next, name, remember, wrong: t('account.old_form') })
    const device = request.headers['user-agent']
    const result = await services.login.check({
      name,
      password: form.get('password') ?? '',
      ip: seen.caller.ip,
      device,
    })
    if (!result.ok && result.reason === 'second-factor') return askForCode(seen, result.account, next, remember)
    if (!result.ok)
      return showLogin(seen, result.reason === 'throttled' ? 429 : 403, {
        next,
        name,
        remember,
        wrong: failureText(seen.reader, result),
      })
    const { setCookies } = await services.callers.logIn(seen.caller, result.account, { remember, device })
    return goTo(reply, next, setCookies)
  })
  app.post('/accounts/logout/', async (request, reply) => {
    const seen = await visit(services, request, reply)
    const { caller } = seen
    const token = formOf(request).get('csrfmiddlewaretoken') ?? ''
    // Without a valid token, the form is forged: keep the session.
    if (caller.account === null || !checkToken(caller, 'csrf', token)) return goTo(reply, '/', [])
    const out = await services.callers.logOut(caller)
    const there = await providerLogout(services, caller.session?.data.openid)
    if (there === null) return goTo(reply, '/', out.setCookies)
    const visitor = { ...seen, caller: out, reader: await readerOf(services, request, out) }
    return leaveSite(visitor, there.url, there.label, out.setCookies)
  })
}

/** Where to log out at the identity provider, if its setting says so. */
async function providerLogout(
  { openid, config }: Services,
  name: string | undefined,
): Promise<{ url: string; label: string } | null> {
  const provider = name === undefined ? null : openid.provider(name)
  if (provider === null || !provider.singleLogout) return null
  const url = await openid.logoutAddress(name!, `${config.siteUrl}/`)
  return url === null ? null : { url, label: provider.label }
}

function failureText({ t }: Reader, result: LoginResult & { ok: false }): string {
  if (result.reason === 'throttled') return t('account.throttled', { count: result.waitSeconds })
  if (result.reason === 'passwords-off') return t('account.passwords_off')
  return t(result.reason === 'inactive' ? 'account.login_inactive' : 'account.login_wrong')
}
