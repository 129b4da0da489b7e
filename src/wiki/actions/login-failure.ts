import { canonicalName, nameProblem } from '#accounts/account-name.ts'
import type { LoginResult } from '#accounts/login.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'

/** Why a login failed, as clients know it. A wrong name and a wrong password look alike. */
export function loginFailure(result: LoginResult & { ok: false }): ApiMessage {
  switch (result.reason) {
    case 'throttled':
      return apiMessage('login-throttled', [`${result.waitSeconds} seconds`])
    case 'inactive':
      return apiMessage('login-userblocked')
    case 'address':
      return apiMessage('botpasswords-restriction-failed')
    default:
      return apiMessage('wrongpassword')
  }
}

/** Nothing answers to a name that no account can have, and an empty password is none. */
export const canBeCredentials = (name: string, password: string): boolean =>
  password !== '' && nameProblem(canonicalName(name)) === null
