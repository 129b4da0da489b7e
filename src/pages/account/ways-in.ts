import { identitiesOf } from '#accounts/identities.ts'
import { passkeysOf } from '#accounts/passkeys.ts'
import type { OwnVisit } from './owner.ts'
import { mayLogInWithPasskey } from './passkey-button.ts'

/** Number of ways to log in: the password, linked logins and passkeys. The last one has to stay. */
export async function countWaysIn({ services, account }: OwnVisit): Promise<number> {
  const { accounts, store, config, openid } = services
  const db = store.primary
  const password = config.passwordLogin === 'on' && (await accounts.hasPassword(db, account.id)) ? 1 : 0
  const linked = await identitiesOf(db, account.id)
  const usable = linked.filter(({ issuer }) => openid.providers.some(([, each]) => each.issuer === issuer))
  const passkeys = mayLogInWithPasskey(services) ? await passkeysOf(db, account.id) : []
  return password + usable.length + passkeys.filter(({ canLogIn }) => canLogIn).length
}
