import { isCommonPassword } from '#accounts/common-passwords.ts'
import { MAX_PASSWORD_BYTES } from '#accounts/passwords.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'

/** Privileged groups need longer passwords. */
const POWERFUL = new Set(['bureaucrat', 'sysop', 'interface-admin', 'bot'])
const LENGTH_FOR_POWERFUL = 10
const LENGTH_FOR_OTHERS = 1

/** A password used as an example in documentation. */
const SHOWN = 'ExamplePassword'

/** Objections to a password for a user with this name and these groups, by MediaWiki's rules. */
export function passwordObjections(name: string, groups: readonly string[], password: string): ApiMessage[] {
  const length = Buffer.byteLength(password)
  // Passwords beyond the limit are not checked further.
  if (length > MAX_PASSWORD_BYTES) return [apiMessage('passwordtoolong', [MAX_PASSWORD_BYTES])]
  const least = groups.some(group => POWERFUL.has(group)) ? LENGTH_FOR_POWERFUL : LENGTH_FOR_OTHERS
  return [
    ...(length < least ? [apiMessage('passwordtooshort', [least])] : []),
    ...(name.toLowerCase().includes(password.toLowerCase()) ? [apiMessage('password-substring-username-match')] : []),
    ...(password === SHOWN ? [apiMessage('password-login-forbidden')] : []),
    ...(isCommonPassword(password) ? [apiMessage('passwordincommonlist')] : []),
  ]
}
