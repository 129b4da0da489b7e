import { applications } from '../schema/applications.ts'
import { audit } from '../schema/audit.ts'
import { identities } from '../schema/identities.ts'
import { inbox } from '../schema/inbox.ts'
import { keyLimits } from '../schema/key-limits.ts'
import { passkeys } from '../schema/passkeys.ts'
import { requestCounts } from '../schema/request-counts.ts'
import { schema } from '../schema/schema.ts'
import { secondFactors } from '../schema/second-factors.ts'
import { signIns } from '../schema/sign-ins.ts'
import { signedApplications } from '../schema/signed-applications.ts'
import { titleKeys, titleSearch } from '../schema/title-search.ts'
import { automaticLocks } from '../schema/translation/automatic-locks.ts'
import { componentRules } from '../schema/translation/component-rules.ts'
import { contributorAgreements } from '../schema/translation/contributor-agreements.ts'
import { fileSettings } from '../schema/translation/file-settings.ts'
import { glossaryCoverage } from '../schema/translation/glossary-coverage.ts'
import { inheritedSettings } from '../schema/translation/inherited-settings.ts'
import { machineryUsage } from '../schema/translation/machinery-usage.ts'
import { memoryScopes } from '../schema/translation/memory-scopes.ts'
import { predefinedRoles } from '../schema/translation/predefined-roles.ts'
import { projectFilters } from '../schema/translation/project-filters.ts'
import { pullRequests } from '../schema/translation/pull-requests.ts'
import { switchedRepositories } from '../schema/translation/switched-repositories.ts'
import { weblateImports } from '../schema/translation/weblate-imports.ts'
import { workflows } from '../schema/translation/workflows.ts'
import { webhooks } from '../schema/webhooks.ts'
import { topicSubscriptions } from '../schema/wiki/topic-subscriptions.ts'

export interface Migration {
  readonly name: string
  readonly statements: string
  /**
   * On a contracting migration, which takes away something that older versions use: the oldest version that can use the
   * database afterwards. A migration without it only adds (docs/decisions/rolling-upgrades.md).
   */
  readonly oldestVersion?: string
}

/** In order. A released migration is never edited; a later one corrects it. */
export const migrations: readonly Migration[] = [
  { name: '0.1.0', statements: schema },
  {
    // The oldest version that can use the database afterwards (`versionNumber`); 0 if a migration only adds.
    name: '0.2.0-older-servers',
    statements: 'ALTER TABLE migration ADD COLUMN oldest_version INT NOT NULL DEFAULT 0;\n',
  },
  { name: '0.2.0-openid-identities', statements: identities },
  // Expands.
  { name: '0.2.0-predefined-roles', statements: predefinedRoles },
  // Expands.
  { name: '0.2.0-pull-requests', statements: pullRequests },
  { name: '0.2.0-request-counts', statements: requestCounts },
  { name: '0.2.0-restricted-keys', statements: keyLimits },
  { name: '0.2.0-second-factors', statements: secondFactors },
  // Expands.
  { name: '0.2.0-settings-inherited', statements: inheritedSettings },
  // Expands.
  { name: '0.2.0-shared-searches', statements: projectFilters },
  // Expands.
  { name: '0.2.0-signed-agreements', statements: contributorAgreements },
  // Expands.
  { name: '0.2.0-term-coverage', statements: glossaryCoverage },
  // Expands.
  { name: '0.2.0-title-search', statements: titleSearch + titleKeys },
  // Expands.
  { name: '0.2.0-topic-subscriptions', statements: topicSubscriptions },
  // Expands.
  { name: '0.2.0-translation-machinery-usage', statements: machineryUsage },
  // Expands.
  { name: '0.2.0-translation-memory-scopes', statements: memoryScopes },
  // Expands.
  { name: '0.2.0-translation-workflows', statements: workflows },
  { name: '0.2.0-user-inbox', statements: inbox },
  { name: '0.2.0-web-applications', statements: applications },
  // Expands.
  { name: '0.2.0-web-applications-signed', statements: signedApplications },
  // Expands.
  { name: '0.2.0-webauthn', statements: passkeys },
  // Expands.
  { name: '0.2.0-webauthn-sign-ins', statements: signIns },
  { name: '0.2.0-webhooks', statements: webhooks },
  { name: '0.2.0-weblate-imports', statements: weblateImports },
  // Expands.
  { name: '0.2.0-write-audit-log', statements: audit },
  // Expands.
  { name: '0.2.0-written-file-settings', statements: fileSettings },
  // Expands.
  { name: '0.2.0-written-locks', statements: automaticLocks },
  // Expands.
  { name: '0.2.0-written-rules', statements: componentRules },
  // Expands.
  { name: '0.2.0-written-shared-repositories', statements: switchedRepositories },
]
