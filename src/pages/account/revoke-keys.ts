import type { Account } from '#accounts/account.ts'
import { deleteApiKeys } from '#accounts/api-keys.ts'
import { noteAccount } from '#accounts/note-account.ts'
import type { Services } from '#core/services.ts'
import type { Html } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import { choice, type Sent } from './form.ts'

const NAME = 'revoke_keys'

/** Revokes API keys on a password change, if requested. By default they keep working. */
export const revokeKeysChoice = (t: Translator, { typed }: Sent = {}): Html =>
  choice(NAME, '1', t('account.revoke_keys'), {
    checked: typed?.get(NAME) === '1',
    hint: t('account.revoke_keys_hint'),
  })

export async function revokeKeysIfChosen(
  { store, clock }: Services,
  account: Account,
  form: URLSearchParams,
): Promise<void> {
  if (form.get(NAME) !== '1') return
  await store.transaction(async tx => {
    await deleteApiKeys(tx, account.id)
    await noteAccount(tx, clock, account, 'api-key-revoked')
  })
}
