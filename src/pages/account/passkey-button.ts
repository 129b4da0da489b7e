import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'

/** The script that `passkeyButton` needs on its page. */
export const PASSKEY_SCRIPT = 'passkeys'

export const PASSKEY_LOGIN = '/accounts/login/passkey/'

/** Whether a passkey replaces the password on this site. */
export const mayLogInWithPasskey = ({ config, webauthn }: Services): boolean =>
  webauthn.isAvailable && (config.passkeyLogin === 'auto' ? config.passwordLogin : config.passkeyLogin) === 'on'

interface Button {
  readonly purpose: 'login' | 'factor' | 'add' | 'prove'
  readonly label: string
  /** Where the form goes, if not to its own address. */
  readonly action?: string
  /** The act of an account page. */
  readonly act?: string
  readonly isFirst?: boolean
}

/**
 * A button inside a form. The script asks the browser for a passkey and sends it in the field `credential`. Without the
 * script, the form is sent with an empty field, and the server says what is missing.
 */
export const passkeyButton = ({ t }: Reader, { purpose, label, action, act, isFirst }: Button): Html =>
  html`<input type="hidden" name="credential">
    <p class="buttons door-buttons">
      <button class="button${isFirst && ' first'}" data-passkey="${purpose}"
        ${act !== undefined && html` name="do" value="${act}"`}
        ${action !== undefined && html` formaction="${action}" formnovalidate`}
        data-cancelled="${t('account.passkey_cancelled')}" data-unsupported="${t('account.passkey_unsupported')}"
        data-known="${t('account.passkey_known')}">
        ${label}
      </button>
    </p>
    <p class="note wrong" role="alert" hidden></p>`
