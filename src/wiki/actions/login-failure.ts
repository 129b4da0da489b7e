import type { LoginResult } from '#accounts/login.ts'
import { MAX_PASSWORD_BYTES } from '#accounts/passwords.ts'
import type { FactorResult } from '#accounts/second-factors.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'
import { isReservedName } from '../site/reserved-names.ts'
import type { Site } from '../site/site.ts'
import { canonicalUserName } from '../site/user-names.ts'

/** Login errors as clients know them. An unknown name and a wrong password look alike. */
export function loginFailure(result: LoginResult & { ok: false }): ApiMessage {
  switch (result.reason) {
    case 'throttled':
      return apiMessage('login-throttled', [`${result.waitSeconds} seconds`])
    case 'inactive':
      return apiMessage('login-userblocked')
    case 'password-too-long':
      return apiMessage('passwordtoolong', [MAX_PASSWORD_BYTES])
    case 'passwords-off':
      return apiMessage('authmanager-authn-no-primary')
    case 'address':
      return apiMessage('botpasswords-restriction-failed')
    default:
      return apiMessage('wrongpassword')
  }
}

/** Errors of the second factor, as MediaWiki's OATHAuth extension names them. */
export const codeFailure = (result: FactorResult & { ok: false }): ApiMessage =>
  result.reason === 'throttled'
    ? apiMessage('oathauth-throttled', [`${result.waitSeconds} seconds`])
    : apiMessage('oathauth-login-failed')

/** The canonical account name for a login; null if no person can have this name. */
export function loginName(site: Site, text: string): string | null {
  const name = canonicalUserName(site, text)
  return name === null || isReservedName(name) ? null : name
}
