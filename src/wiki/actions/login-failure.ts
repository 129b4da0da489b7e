import type { LoginResult } from '#accounts/login.ts'
import { MAX_PASSWORD_BYTES } from '#accounts/passwords.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'
import { isReservedName } from '../site/reserved-names.ts'
import type { Site } from '../site/site.ts'
import { canonicalUserName } from '../site/user-names.ts'

/** Why a login failed, as clients know it. A wrong name and a wrong password look alike. */
export function loginFailure(result: LoginResult & { ok: false }): ApiMessage {
  switch (result.reason) {
    case 'throttled':
      return apiMessage('login-throttled', [`${result.waitSeconds} seconds`])
    case 'inactive':
      return apiMessage('login-userblocked')
    case 'password-too-long':
      return apiMessage('passwordtoolong', [MAX_PASSWORD_BYTES])
    case 'address':
      return apiMessage('botpasswords-restriction-failed')
    default:
      return apiMessage('wrongpassword')
  }
}

/** The account that somebody means; null where nothing answers, since no person can have an account of that name. */
export function meantName(site: Site, text: string): string | null {
  const name = canonicalUserName(site, text)
  return name === null || isReservedName(name) ? null : name
}
