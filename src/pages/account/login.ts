import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LoginResult } from '#accounts/login.ts'
import { checkToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { formOf, localPath, type Visit, visit } from '../send-page.ts'
import { doorToken, goTo, sendDoor } from './door.ts'
import { alert, choice, field, notice } from './form.ts'
import { askForCode } from './login-code.ts'
import { providerButtons } from './provider-buttons.ts'

const ADDRESS = '/accounts/login/'

/** Messages that other pages redirect here with. */
const NEWS = { removed: 'account.login_removed' } as const

/** Browser login and logout. The session works for pages and for both APIs. */
export function loginRoutes(app: FastifyInstance, services: Services): void {
  app.get(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const query = searchParams(request)
    return showForm(seen, 200, { next: nextPath(query.get('next')), news: query.get('news') ?? '' })
  })
  app.post(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const { t } = seen.reader
    const form = formOf(request)
    const next = nextPath(form.get('next'))
    const name = form.get('username') ?? ''
    const remember = form.get('remember') === '1'
    if (!checkToken(seen.caller, 'login', form.get('csrfmiddlewaretoken') ?? ''))
      return showForm(seen, 403, { next, name, remember, wrong: t('account.old_form') })
    const result = await services.login.check({ name, password: form.get('password') ?? '', ip: seen.caller.ip })
    if (!result.ok && result.reason === 'second-factor') return askForCode(seen, result.account, next, remember)
    if (!result.ok)
      return showForm(seen, result.reason === 'throttled' ? 429 : 403, {
        next,
        name,
        remember,
        wrong: failureText(seen.reader, result),
      })
    const device = request.headers['user-agent']
    const { setCookies } = await services.callers.logIn(seen.caller, result.account, { remember, device })
    return goTo(reply, next, setCookies)
  })
  app.post('/accounts/logout/', async (request, reply) => {
    const { caller } = await visit(services, request, reply)
    const token = formOf(request).get('csrfmiddlewaretoken') ?? ''
    // Without a valid token, the form is forged: keep the session.
    if (caller.account === null || !checkToken(caller, 'csrf', token)) return goTo(reply, '/', [])
    const { setCookies } = await services.callers.logOut(caller)
    return goTo(reply, (await providerLogout(services, caller.session?.data.openid)) ?? '/', setCookies)
  })
}

/** Where to log out at the identity provider, if its setting says so. */
async function providerLogout({ openid, config }: Services, name: string | undefined): Promise<string | null> {
  if (name === undefined || openid.provider(name)?.singleLogout !== true) return null
  return openid.logoutAddress(name, `${config.siteUrl}/`)
}

/** Never redirect back to a login page. */
const nextPath = (next: string | null): string => {
  const path = localPath(next)
  return /^\/accounts\/(?!invitation)/.test(path) ? '/' : path
}

function failureText({ t }: Reader, result: LoginResult & { ok: false }): string {
  if (result.reason === 'throttled') return t('account.throttled', { count: result.waitSeconds })
  if (result.reason === 'passwords-off') return t('account.passwords_off')
  return t(result.reason === 'inactive' ? 'account.login_inactive' : 'account.login_wrong')
}

interface LoginForm {
  readonly next: string
  readonly name?: string
  readonly remember?: boolean
  readonly wrong?: string
  readonly news?: string
}

async function showForm(seen: Visit, status: number, form: LoginForm): Promise<FastifyReply> {
  const { next, name = '', remember = false, wrong, news = '' } = form
  const { t } = seen.reader
  const { mailUrl, passwordLogin } = seen.services.config
  const { registration } = seen.services.permissions
  const { caller, token } = await doorToken(seen)
  const message = Object.hasOwn(NEWS, news) ? t(NEWS[news as keyof typeof NEWS]) : undefined
  const passwordForm = html`<form method="post" action="${ADDRESS}">
      <input type="hidden" name="csrfmiddlewaretoken" value="${token}">
      <input type="hidden" name="next" value="${next}">
      ${field({
        name: 'username',
        label: t('account.name'),
        value: name,
        autocomplete: 'username',
        required: true,
        plain: true,
      })}
      ${field({
        name: 'password',
        label: t('account.password'),
        type: 'password',
        autocomplete: 'current-password',
        required: true,
      })}
      ${choice('remember', '1', t('account.remember'), { checked: remember })}
      <p class="buttons door-buttons"><button class="button first">${t('frame.log_in')}</button></p>
    </form>`
  const content = html`${notice(message)}
    ${alert(wrong)}
    ${passwordLogin === 'on' ? passwordForm : html`<p>${t('account.passwords_off')}</p>`}
    ${providerButtons(seen, next)}
    <p class="door-more">
      ${mailUrl !== null && passwordLogin === 'on' && html`<a href="/accounts/reset-password/">${t('account.forgot')}</a>`}
      ${registration === 'open' && passwordLogin === 'on' && html`<a href="/accounts/register/">${t('frame.register')}</a>`}
    </p>
    ${registration === 'invitation' && html`<p class="quiet small">${t('account.by_invitation')}</p>`}`
  return sendDoor({ ...seen, caller }, { status, title: t('frame.log_in'), content })
}
