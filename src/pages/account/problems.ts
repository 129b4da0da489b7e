import { AccountError } from '#accounts/account-error.ts'
import type { Translator } from '#html/site-texts.ts'
import type { TextKey } from '#html/texts/index.ts'

/** Problems with account data: field and translated message. */
const TEXTS: Readonly<Record<AccountError['problem'], readonly [field: string, text: TextKey]>> = {
  'name-taken': ['username', 'account.name_taken'],
  'name-empty': ['username', 'account.name_empty'],
  'name-too-long': ['username', 'account.name_too_long'],
  'name-address': ['username', 'account.name_address'],
  'name-character': ['username', 'account.name_character'],
  'password-too-short': ['password', 'account.password_too_short'],
  'password-too-long': ['password', 'account.password_too_long'],
  'password-is-name': ['password', 'account.password_is_name'],
  'unknown-group': ['', 'account.unknown_form'],
  email: ['email', 'account.email_wrong'],
}

export function problemOf(t: Translator, error: AccountError['problem']): Record<string, string> {
  const [field, text] = TEXTS[error]
  return { [field]: t(text) }
}

/** Converts known errors to form problems and rethrows others. */
export function problemsFrom(t: Translator, error: unknown): Record<string, string> {
  if (error instanceof AccountError) return problemOf(t, error.problem)
  throw error
}
