import type { OwnVisit } from './owner.ts'

/**
 * Problem with the current password in a form, or null. It protects the account when someone else uses an open browser.
 */
export async function passwordIsWrong({ services, account, caller, form, reader }: OwnVisit): Promise<string | null> {
  const password = form.get('current_password') ?? ''
  const result = await services.login.check({ name: account.name, password, ip: caller.ip })
  if ((result.ok || result.reason === 'second-factor') && result.account.id === account.id) return null
  if (!result.ok && result.reason === 'throttled') return reader.t('account.throttled', { count: result.waitSeconds })
  return reader.t('account.password_wrong')
}
