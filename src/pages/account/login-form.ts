import type { FastifyReply } from 'fastify'
import { html } from '#html/html.ts'
import { localPath, type Visit } from '../send-page.ts'
import { doorToken, sendDoor } from './door.ts'
import { alert, choice, field, notice } from './form.ts'
import { mayLogInWithPasskey, PASSKEY_LOGIN, PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts'
import { providerButtons } from './provider-buttons.ts'

export const LOGIN = '/accounts/login/'

/** Messages that other pages redirect here with. */
const NEWS = { removed: 'account.login_removed' } as const

/** Never redirect back to a login page. */
export const nextPath = (next: string | null): string => {
  const path = localPath(next)
  return /^\/accounts\/(?!invitation)/.test(path) ? '/' : path
}

interface LoginForm {
  readonly next: string
  readonly name?: string
  readonly remember?: boolean
  readonly wrong?: string
  readonly news?: string
}

/** The login page with all ways to log in. */
export async function showLogin(seen: Visit, status: number, form: LoginForm): Promise<FastifyReply> {
  const { next, name = '', remember = false, wrong, news = '' } = form
  const { t } = seen.reader
  const { mailUrl, passwordLogin } = seen.services.config
  const { registration } = seen.services.permissions
  const { caller, token } = await doorToken(seen)
  const message = Object.hasOwn(NEWS, news) ? t(NEWS[news as keyof typeof NEWS]) : undefined
  const hasPasskeys = mayLogInWithPasskey(seen.services)
  const passkey =
    hasPasskeys &&
    passkeyButton(seen.reader, { purpose: 'login', label: t('account.log_in_with_passkey'), action: PASSKEY_LOGIN })
  const passwordForm = html`<form method="post" action="${LOGIN}">
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
      ${passkey}
    </form>`
  const passkeyForm = html`<form method="post" action="${PASSKEY_LOGIN}">
    <input type="hidden" name="csrfmiddlewaretoken" value="${token}">
    <input type="hidden" name="next" value="${next}">
    ${choice('remember', '1', t('account.remember'), { checked: remember })}
    ${passkey}
  </form>`
  const content = html`${notice(message)}
    ${alert(wrong)}
    ${passwordLogin === 'on' ? passwordForm : html`<p>${t('account.passwords_off')}</p>${hasPasskeys && passkeyForm}`}
    ${providerButtons(seen, next)}
    <p class="door-more">
      ${mailUrl !== null && passwordLogin === 'on' && html`<a href="/accounts/reset-password/">${t('account.forgot')}</a>`}
      ${registration === 'open' && passwordLogin === 'on' && html`<a href="/accounts/register/">${t('frame.register')}</a>`}
    </p>
    ${registration === 'invitation' && html`<p class="quiet small">${t('account.by_invitation')}</p>`}`
  return sendDoor(
    { ...seen, caller },
    { status, title: t('frame.log_in'), content, needs: hasPasskeys ? [PASSKEY_SCRIPT] : [] },
  )
}
