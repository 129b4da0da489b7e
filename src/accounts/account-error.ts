import type { NameProblem } from './account-name.ts'
import type { PasswordProblem } from './passwords.ts'

type AccountProblem = 'name-taken' | `name-${NameProblem}` | `password-${PasswordProblem}` | 'unknown-group' | 'email'

const texts: Record<AccountProblem, string> = {
  'name-taken': 'An account of this name exists already.',
  'name-empty': 'An account needs a name.',
  'name-too-long': 'The name is longer than 255 bytes.',
  'name-address': 'A name must not look like an IP address.',
  'name-character': 'The name has a character that names must not have, such as # < > [ ] | { } / @ or :.',
  'password-too-short': 'The password must have 8 characters at least.',
  'password-too-long': 'The password must have 4096 bytes at most.',
  'password-is-name': 'The password must differ from the name.',
  'unknown-group': 'There is no such group on this site.',
  email: 'This is not an e-mail address.',
}

/** Why an account cannot be made or changed as asked; nothing was written. */
export class AccountError extends Error {
  readonly problem: AccountProblem

  constructor(problem: AccountProblem, detail?: string) {
    super(detail === undefined ? texts[problem] : `${texts[problem]} (${detail})`)
    this.problem = problem
  }
}
