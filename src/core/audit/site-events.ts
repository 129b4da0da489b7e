import type { LoggedChange } from '#events/change-log.ts'
import type { AuditCategory } from './entry.ts'
import type { AuditSource } from './source.ts'

/** Changes to accounts that everything below the wiki and the translation platform records, by kind. */
const ACCOUNTS: Readonly<Record<string, AuditCategory>> = {
  'account-created': 'rights',
  'account-changed': 'rights',
  'account-closed': 'deletion',
  'groups-from-provider': 'rights',
  'team-created': 'rights',
  'team-changed': 'rights',
  'team-deleted': 'rights',
  'team-member-added': 'rights',
  'team-member-removed': 'rights',
  'role-created': 'rights',
  'role-changed': 'rights',
  'role-deleted': 'rights',
  'password-changed': 'sign-in',
  'email-confirmed': 'sign-in',
  'identity-linked': 'sign-in',
  'identity-unlinked': 'sign-in',
  'second-factor-added': 'sign-in',
  'second-factor-removed': 'sign-in',
  'passkey-added': 'sign-in',
  'passkey-removed': 'sign-in',
  'passkey-copied': 'sign-in',
  'recovery-code-used': 'sign-in',
  'recovery-codes-replaced': 'sign-in',
  'api-key-added': 'sign-in',
  'api-key-revoked': 'sign-in',
  'bot-password-added': 'sign-in',
  'bot-password-deleted': 'sign-in',
  'application-allowed': 'sign-in',
  'application-revoked': 'sign-in',
  'application-registered': 'settings',
  'application-secret-reset': 'settings',
  'application-deleted': 'settings',
}

const SITE: Readonly<Record<string, AuditCategory>> = {
  appearance: 'settings',
  'settings-changed': 'settings',
  'application-approved': 'settings',
  'application-rejected': 'settings',
  'application-disabled': 'settings',
  'backup-made': 'settings',
  'backup-removed': 'deletion',
  'password-mail': 'sign-in',
  'key-made': 'sign-in',
  'private-project-removed': 'deletion',
}

const sourceOf = (area: string, kinds: Readonly<Record<string, AuditCategory>>): AuditSource => ({
  area,
  kinds: Object.keys(kinds),
  describe: async (_, entries) =>
    entries.map(({ at, kind, accountId, subject, data }: LoggedChange) => ({
      at,
      category: kinds[kind]!,
      event: kind,
      accountId,
      subject,
      data,
    })),
})

export const siteEvents: readonly AuditSource[] = [sourceOf('accounts', ACCOUNTS), sourceOf('site', SITE)]
