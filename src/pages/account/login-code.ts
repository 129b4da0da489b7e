import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Account } from '#accounts/account.ts'
import type { FactorResult } from '#accounts/second-factors.ts'
import { checkToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { formOf, localPath, type Visit, visit } from '../send-page.ts'
import { doorToken, goTo, sendDoor } from './door.ts'
import { alert, field } from './form.ts'

const ADDRESS = '/accounts/login/code/'

/** The second step of logging in: a code of an authenticator app, or a recovery code. */
export function loginCodeRoutes(app: FastifyInstance, services: Services): void {
  app.get(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const next = localPath(searchParams(request).get('next'))
    const pending = await services.callers.pendingLogins.find(seen.caller.session)
    return pending === null ? startAgain(reply, next) : showForm(seen, 200, next)
  })
  app.post(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const form = formOf(request)
    const next = localPath(form.get('next'))
    const pending = await services.callers.pendingLogins.find(seen.caller.session)
    if (pending === null) return startAgain(reply, next)
    if (!checkToken(seen.caller, 'login', form.get('csrfmiddlewaretoken') ?? ''))
      return showForm(seen, 403, next, seen.reader.t('account.old_form'))
    const { account, remember } = pending
    const result = await services.secondFactors.check(account, form.get('code') ?? '', seen.caller.ip)
    if (!result.ok)
      return showForm(seen, result.reason === 'throttled' ? 429 : 403, next, codeProblem(seen.reader, result))
    const device = request.headers['user-agent']
    const { setCookies } = await services.callers.logIn(seen.caller, account, { remember, device })
    return goTo(reply, next, setCookies)
  })
}

/** Leads to the second step after the password, or a link that replaces it, was right. */
export async function askForCode(
  { services, caller, reply }: Visit,
  account: Account,
  next: string,
  remember = false,
): Promise<FastifyReply> {
  const { setCookies } = await services.callers.awaitFactor(caller, account, remember)
  return goTo(reply, `${ADDRESS}?next=${encodeURIComponent(next)}`, setCookies)
}

export const codeProblem = ({ t }: Reader, result: FactorResult & { ok: false }): string =>
  result.reason === 'throttled' ? t('account.throttled', { count: result.waitSeconds }) : t('account.code_wrong')

const startAgain = (reply: FastifyReply, next: string): FastifyReply =>
  goTo(reply, `/accounts/login/?next=${encodeURIComponent(next)}`, [])

async function showForm(seen: Visit, status: number, next: string, wrong?: string): Promise<FastifyReply> {
  const { t } = seen.reader
  const { caller, token } = await doorToken(seen)
  const content = html`${alert(wrong)}
    <p>${t('account.code_intro')}</p>
    <form method="post" action="${ADDRESS}">
      <input type="hidden" name="csrfmiddlewaretoken" value="${token}">
      <input type="hidden" name="next" value="${next}">
      ${field({
        name: 'code',
        label: t('account.code'),
        hint: t('account.code_hint'),
        autocomplete: 'one-time-code',
        required: true,
        max: 64,
        plain: true,
      })}
      <p class="buttons door-buttons"><button class="button first">${t('frame.log_in')}</button></p>
    </form>
    <p class="quiet small">${t('account.code_lost')}</p>`
  return sendDoor({ ...seen, caller }, { status, title: t('account.two_factor'), content })
}
