import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LoginResult } from '#accounts/login.ts'
import type { Services } from '#accounts/services.ts'
import { checkToken, issueToken } from '#accounts/tokens.ts'
import { whoLooks } from '#accounts/visitor.ts'
import { html } from '#web/html.ts'
import { searchParams } from '#web/search-params.ts'
import { type Exchange, sendPage } from './send-page.ts'

const ADDRESS = '/accounts/login/'

/** Logging in and out with a browser. The session is good for both APIs and for the pages. */
export function loginRoutes(app: FastifyInstance, services: Services): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 65_536 },
    (_, text, done) => done(null, new URLSearchParams(text as string)),
  )
  app.get(ADDRESS, async (request, reply) => {
    const caller = await whoLooks(services, request)
    const next = localPath(searchParams(request).get('next'))
    return showForm({ services, request, reply, caller }, 200, { next })
  })
  app.post(ADDRESS, async (request, reply) => {
    const caller = await whoLooks(services, request)
    const exchange = { services, request, reply, caller }
    const form = fields(request.body)
    const next = localPath(form.get('next'))
    const name = form.get('username') ?? ''
    if (!checkToken(caller, 'login', form.get('csrfmiddlewaretoken') ?? ''))
      return showForm(exchange, 403, { next, name, wrong: 'This form had grown old. Please send it again.' })
    const found = await services.login.check({ name, password: form.get('password') ?? '', ip: caller.ip })
    if (!found.ok)
      return showForm(exchange, found.reason === 'throttled' ? 429 : 403, { next, name, wrong: why(found) })
    const { setCookies } = await services.callers.logIn(caller, found.account)
    return goTo(reply, next, setCookies)
  })
  app.post('/accounts/logout/', async (request, reply) => {
    const caller = await whoLooks(services, request)
    const token = fields(request.body).get('csrfmiddlewaretoken') ?? ''
    // Without its token the form came from elsewhere; the session stays.
    if (caller.account === null || !checkToken(caller, 'csrf', token)) return goTo(reply, '/', [])
    return goTo(reply, '/', (await services.callers.logOut(caller)).setCookies)
  })
}

const fields = (body: unknown): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams())

function goTo(reply: FastifyReply, path: string, cookies: readonly string[]): FastifyReply {
  if (cookies.length > 0) reply.header('Set-Cookie', [...cookies])
  return reply.header('Cache-Control', 'no-store').redirect(path, 303)
}

/** Only a path of this site: "//elsewhere" and "/\elsewhere" would lead away. */
function localPath(wish: unknown): string {
  if (typeof wish !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wish) || wish.startsWith('/accounts/')) return '/'
  return wish
}

function why(found: LoginResult & { ok: false }): string {
  if (found.reason === 'throttled') return `Too many attempts. Please try again in ${found.waitSeconds} seconds.`
  return found.reason === 'inactive'
    ? 'This account may not log in.'
    : 'There is no account with this name and password.'
}

interface LoginForm {
  readonly next: string
  readonly name?: string
  readonly wrong?: string
}

async function showForm(
  exchange: Exchange,
  status: number,
  { next, name = '', wrong }: LoginForm,
): Promise<FastifyReply> {
  const { services } = exchange
  const caller = await services.callers.withSession(exchange.caller)
  exchange.reply.header('Cache-Control', 'no-store')
  const content = html`<h1>Log in</h1>${wrong !== undefined && html`<p class="wrong" role="alert">${wrong}</p>`}
<form method="post" action="${ADDRESS}">
<input type="hidden" name="csrfmiddlewaretoken" value="${issueToken(caller, 'login', services.clock)}">
<input type="hidden" name="next" value="${next}">
<label for="username">Name</label><input id="username" name="username" value="${name}" autocomplete="username" required>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<p><button>Log in</button></p></form>`
  return sendPage({ ...exchange, caller }, status, { title: 'Log in', content })
}
