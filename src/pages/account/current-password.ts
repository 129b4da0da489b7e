import type { OwnVisit } from './owner.ts'

/**
 * What is wrong with the present password that came with a form; null when nothing is. Whoever finds a browser open must not
 * be able to take the account over.
 */
export async function passwordIsWrong({ services, account, caller, form, reader }: OwnVisit): Promise<string | null> {
  const password = form.get('current_password') ?? ''
  const found = await services.login.check({ name: account.name, password, ip: caller.ip })
  if (found.ok && found.account.id === account.id) return null
  if (!found.ok && found.reason === 'throttled') return reader.t('account.throttled', { count: found.waitSeconds })
  return reader.t('account.password_wrong')
}
