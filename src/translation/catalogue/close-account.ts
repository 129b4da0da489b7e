import type { Account } from '#accounts/account.ts'
import { deleteApiKeys } from '#accounts/api-keys.ts'
import { noteAccount } from '#accounts/note-account.ts'
import { deleteApplicationsOf } from '#accounts/oauth-grants.ts'
import type { Services } from '#core/services.ts'
import type { Writer } from '#store/store.ts'

/** Closes an account. Its name stays in histories; all private data is deleted. */
export async function closeAccount(
  tx: Writer,
  { accounts, clock }: Pick<Services, 'accounts' | 'clock'>,
  account: Pick<Account, 'id' | 'name'>,
  by: number,
): Promise<void> {
  const { id } = account
  await accounts.update(tx, id, {
    isActive: false,
    email: '',
    emailConfirmedAt: null,
    realName: '',
    isSuperuser: false,
  })
  await deleteApiKeys(tx, id)
  await deleteApplicationsOf(tx, id)
  for (const table of [
    'team_member',
    'team_admin',
    'subscription',
    'project_watch',
    'account_language',
    'account_group',
    'bot_password',
    'account_identity',
    'authenticator',
    'recovery_code',
    'passkey',
    'passkey_challenge',
    'sign_in',
    'account_link',
    'idempotency_key',
  ] as const)
    await tx.deleteFrom(table).where('account_id', '=', id).execute()
  await tx.updateTable('account').set({ password_hash: '' }).where('id', '=', id).execute()
  await noteAccount(tx, clock, account, 'account-closed', {}, by)
}
