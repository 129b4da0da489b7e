import { accounts } from './001-accounts.ts'
import { wiki } from './002-wiki.ts'
import { events } from './003-events.ts'
import { translation } from './004-translation.ts'
import { translationLooks } from './004-translation-looks.ts'
import { translationTotals } from './004-translation-totals.ts'
import { search } from './005-search.ts'
import { translationServices } from './006-translation-services.ts'
import { mail } from './007-mail.ts'
import { superusers } from './008-superusers.ts'
import { readOnly } from './009-read-only.ts'
import { enforcedChecks } from './010-enforced-checks.ts'
import { usernames } from './011-usernames.ts'
import { lookProgress } from './012-look-progress.ts'
import { looksByLanguage } from './013-looks-by-language.ts'
import { editorLists } from './014-editor-lists.ts'
import { accountLinks } from './015-account-links.ts'
import { savedFilters } from './016-saved-filters.ts'
import { componentDrafts } from './017-component-drafts.ts'
import { hiddenComponents } from './022-hidden-components.ts'
import { repositories } from './023-repositories.ts'
import { repositorySettings } from './024-repository-settings.ts'
import { alerts } from './025-alerts.ts'
import { webHooks } from './025-web-hooks.ts'
import { dismissedAlerts } from './031-dismissed-alerts.ts'
import { idempotencyKeys } from './032-idempotency-keys.ts'
import { setAsideStrings } from './033-set-aside-strings.ts'
import { jobQueues } from './034-job-queues.ts'
import { fileStores } from './041-file-stores.ts'
import { importedCounts } from './041-imported-counts.ts'

export interface Migration {
  readonly name: string
  readonly statements: string
}

/** In order. Never edit a released migration; add a new one instead. */
export const migrations: readonly Migration[] = [
  { name: '001-accounts', statements: accounts },
  { name: '002-wiki', statements: wiki },
  { name: '003-events', statements: events },
  { name: '004-translation', statements: translation },
  { name: '004-translation-looks', statements: translationLooks },
  { name: '004-translation-totals', statements: translationTotals },
  { name: '005-search', statements: search },
  { name: '006-translation-services', statements: translationServices },
  { name: '007-mail', statements: mail },
  { name: '008-superusers', statements: superusers },
  { name: '009-read-only', statements: readOnly },
  { name: '010-enforced-checks', statements: enforcedChecks },
  { name: '011-usernames', statements: usernames },
  { name: '012-look-progress', statements: lookProgress },
  { name: '013-looks-by-language', statements: looksByLanguage },
  { name: '014-editor-lists', statements: editorLists },
  { name: '015-account-links', statements: accountLinks },
  { name: '016-saved-filters', statements: savedFilters },
  { name: '017-component-drafts', statements: componentDrafts },
  { name: '022-hidden-components', statements: hiddenComponents },
  { name: '023-repositories', statements: repositories },
  { name: '024-repository-settings', statements: repositorySettings },
  { name: '025-alerts', statements: alerts },
  { name: '025-web-hooks', statements: webHooks },
  { name: '031-dismissed-alerts', statements: dismissedAlerts },
  { name: '032-idempotency-keys', statements: idempotencyKeys },
  { name: '033-set-aside-strings', statements: setAsideStrings },
  { name: '034-job-queues', statements: jobQueues },
  { name: '041-file-stores', statements: fileStores },
  { name: '041-imported-counts', statements: importedCounts },
]
