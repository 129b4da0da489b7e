import type { NameProblem } from './account-name.ts'
import type { PasswordProblem } from './passwords.ts'

type AccountProblem = 'name-taken' | `name-${NameProblem}` | `password-${PasswordProblem}` | 'unknown-group' | 'email'

const texts: Record<AccountProblem, string> = {
  'name-taken': 'An account with this name already exists.',
  'name-empty': 'Enter an account name.',
  'name-too-long': 'The name is longer than 255 bytes.',
  'name-address': 'A name must not look like an IP address.',
  'name-character': 'The name contains a forbidden character. Avoid # < > [ ] | { } / @ and :.',
  'password-too-short': 'Use at least 8 characters for the password.',
  'password-too-long': 'Use at most 4096 bytes for the password.',
  'password-is-name': 'The password must not be the same as the account name.',
  'unknown-group': 'This site has no such group.',
  email: 'Enter a valid email address.',
}

/** The account could not be created or changed. Nothing was written. */
export class AccountError extends Error {
  readonly problem: AccountProblem

  constructor(problem: AccountProblem, detail?: string) {
    super(detail === undefined ? texts[problem] : `${texts[problem]} (${detail})`)
    this.problem = problem
  }
}
