import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { findAuthenticator } from '#accounts/authenticator.ts'
import { hasPasskey } from '#accounts/passkeys.ts'
import type { FactorResult } from '#accounts/second-factors.ts'
import { checkToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { formOf, localPath, type Visit, visit } from '../send-page.ts'
import { doorToken, goTo, sendDoor } from './door.ts'
import { alert, field } from './form.ts'
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts'
import { usePasskey } from './use-passkey.ts'

const ADDRESS = '/accounts/login/code/'

/** The second step of logging in: a passkey, a code of an authenticator app, or a recovery code. */
export function loginCodeRoutes(app: FastifyInstance, services: Services): void {
  app.get(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const next = localPath(searchParams(request).get('next'))
    const pending = await services.callers.pendingLogins.find(seen.caller.session)
    return pending === null ? startAgain(reply, next) : showForm(seen, pending.account, 200, next)
  })
  app.post(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const form = formOf(request)
    const next = localPath(form.get('next'))
    const pending = await services.callers.pendingLogins.find(seen.caller.session)
    if (pending === null) return startAgain(reply, next)
    if (!checkToken(seen.caller, 'login', form.get('csrfmiddlewaretoken') ?? ''))
      return showForm(seen, pending.account, 403, next, seen.reader.t('account.old_form'))
    const { account, remember } = pending
    const credential = form.get('credential') ?? ''
    const device = request.headers['user-agent']
    const way = credential === '' ? 'code' : 'key'
    if (credential !== '') {
      const used = await usePasskey(seen, 'factor', account, credential)
      if (!used.ok) return showForm(seen, account, 403, next, seen.reader.t(used.problem))
    } else {
      const result = await services.secondFactors.check(account, form.get('code') ?? '', seen.caller.ip, device)
      if (!result.ok)
        return showForm(
          seen,
          account,
          result.reason === 'throttled' ? 429 : 403,
          next,
          codeProblem(seen.reader, result),
        )
    }
    const { setCookies } = await services.callers.logIn(seen.caller, account, { remember, device, way })
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

async function showForm(
  seen: Visit,
  account: Account,
  status: number,
  next: string,
  wrong?: string,
): Promise<FastifyReply> {
  const { t } = seen.reader
  const { caller, token } = await doorToken(seen)
  const db = seen.services.store.primary
  const hasApp = ((await findAuthenticator(db, account.id))?.confirmedAt ?? null) !== null
  const hasKey = seen.services.webauthn.isAvailable && (await hasPasskey(db, account.id))
  const hidden = html`<input type="hidden" name="csrfmiddlewaretoken" value="${token}">
    <input type="hidden" name="next" value="${next}">`
  const byPasskey = html`<form method="post" action="${ADDRESS}">
    ${hidden}
    ${passkeyButton(seen.reader, { purpose: 'factor', label: t('account.use_passkey'), isFirst: true })}
  </form>`
  const byCode = html`<form method="post" action="${ADDRESS}">
    ${hidden}
    ${field({
      name: 'code',
      label: t(hasApp ? 'account.code' : 'account.recovery_code'),
      hint: hasApp ? t('account.code_hint') : undefined,
      autocomplete: 'one-time-code',
      required: true,
      max: 64,
      plain: true,
    })}
    <p class="buttons door-buttons"><button class="button${!hasKey && ' first'}">${t('frame.log_in')}</button></p>
  </form>`
  const content = html`${alert(wrong)}
    <p>${t(hasKey ? 'account.factor_intro' : 'account.code_intro')}</p>
    ${hasKey && byPasskey}
    ${byCode}
    <p class="quiet small">${t(hasKey ? 'account.factor_lost' : 'account.code_lost')}</p>`
  const needs = hasKey ? [PASSKEY_SCRIPT] : []
  return sendDoor({ ...seen, caller }, { status, title: t('account.two_factor'), content, needs })
}
