import type { accounts } from '../schema/accounts.ts'
import type { applications } from '../schema/applications.ts'
import type { audit } from '../schema/audit.ts'
import type { events } from '../schema/events.ts'
import type { fileStores } from '../schema/file-stores.ts'
import type { idempotencyKeys } from '../schema/idempotency-keys.ts'
import type { identities } from '../schema/identities.ts'
import type { inbox } from '../schema/inbox.ts'
import type { keyLimits } from '../schema/key-limits.ts'
import type { mail } from '../schema/mail.ts'
import type { passkeys } from '../schema/passkeys.ts'
import type { requestCounts } from '../schema/request-counts.ts'
import type { secondFactors } from '../schema/second-factors.ts'
import type { signIns } from '../schema/sign-ins.ts'
import type { signedApplications } from '../schema/signed-applications.ts'
import type { titleKeys } from '../schema/title-search.ts'
import type { automaticLocks } from '../schema/translation/automatic-locks.ts'
import type { catalogue } from '../schema/translation/catalogue.ts'
import type { componentRules } from '../schema/translation/component-rules.ts'
import type { contributorAgreements } from '../schema/translation/contributor-agreements.ts'
import type { fileSettings } from '../schema/translation/file-settings.ts'
import type { glossaryCoverage } from '../schema/translation/glossary-coverage.ts'
import type { inheritedSettings } from '../schema/translation/inherited-settings.ts'
import type { machineryUsage } from '../schema/translation/machinery-usage.ts'
import type { memoryScopes } from '../schema/translation/memory-scopes.ts'
import type { people } from '../schema/translation/people.ts'
import type { projectFilters } from '../schema/translation/project-filters.ts'
import type { pullRequests } from '../schema/translation/pull-requests.ts'
import type { repositories } from '../schema/translation/repositories.ts'
import type { services } from '../schema/translation/services.ts'
import type { setAside } from '../schema/translation/set-aside.ts'
import type { strings } from '../schema/translation/strings.ts'
import type { switchedRepositories } from '../schema/translation/switched-repositories.ts'
import type { totals } from '../schema/translation/totals.ts'
import type { weblateImports } from '../schema/translation/weblate-imports.ts'
import type { workflows } from '../schema/translation/workflows.ts'
import type { webhooks } from '../schema/webhooks.ts'
import type { activity } from '../schema/wiki/activity.ts'
import type { files } from '../schema/wiki/files.ts'
import type { importedCounts } from '../schema/wiki/imported-counts.ts'
import type { links } from '../schema/wiki/links.ts'
import type { pages } from '../schema/wiki/pages.ts'
import type { topicSubscriptions } from '../schema/wiki/topic-subscriptions.ts'
import type { TablesOf } from './from-schema.ts'

/** Everything that creates tables or adds columns. The full-text index has its own queries. */
type Schema =
  | typeof accounts
  | typeof applications
  | typeof audit
  | typeof idempotencyKeys
  | typeof fileStores
  | typeof identities
  | typeof keyLimits
  | typeof events
  | typeof mail
  | typeof inbox
  | typeof passkeys
  | typeof requestCounts
  | typeof secondFactors
  | typeof signIns
  | typeof signedApplications
  | typeof titleKeys
  | typeof pages
  | typeof links
  | typeof activity
  | typeof files
  | typeof importedCounts
  | typeof topicSubscriptions
  | typeof catalogue
  | typeof strings
  | typeof setAside
  | typeof totals
  | typeof machineryUsage
  | typeof memoryScopes
  | typeof people
  | typeof componentRules
  | typeof contributorAgreements
  | typeof automaticLocks
  | typeof fileSettings
  | typeof switchedRepositories
  | typeof glossaryCoverage
  | typeof inheritedSettings
  | typeof repositories
  | typeof projectFilters
  | typeof pullRequests
  | typeof services
  | typeof weblateImports
  | typeof workflows
  | typeof webhooks

type Tables = TablesOf<Schema>

interface TranslationTotal extends Omit<Tables['translation_total'], 'kind'> {
  kind: 'site' | 'language' | 'project' | 'project language' | 'component' | 'category'
}

/** All tables, as the schema declares them. */
export interface Database extends Omit<Tables, 'translation_total'> {
  translation_total: TranslationTotal
}
