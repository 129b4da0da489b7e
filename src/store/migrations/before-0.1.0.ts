import { fileStores } from '../schema/file-stores.ts'
import { idempotencyKeys } from '../schema/idempotency-keys.ts'
import { setAside } from '../schema/translation/set-aside.ts'
import { importedCounts } from '../schema/wiki/imported-counts.ts'
import { type Migration, migrations } from './index.ts'

/** Migrations that every database from before version 0.1.0 has, and that only their names are left of. */
export const SQUASHED: readonly string[] = [
  '001-accounts',
  '002-wiki',
  '003-events',
  '004-translation',
  '004-translation-looks',
  '004-translation-totals',
  '005-search',
  '006-translation-services',
  '007-mail',
  '008-superusers',
  '009-read-only',
  '010-enforced-checks',
  '011-usernames',
  '012-look-progress',
  '013-looks-by-language',
  '014-editor-lists',
  '015-account-links',
  '016-saved-filters',
  '017-component-drafts',
  '022-hidden-components',
  '023-repositories',
  '024-repository-settings',
  '025-alerts',
  '025-web-hooks',
  '031-dismissed-alerts',
]

/** The last migrations before version 0.1.0: with these such a database has the schema of that version. */
export const LAST_BEFORE: readonly Migration[] = [
  { name: '032-idempotency-keys', statements: idempotencyKeys },
  { name: '033-set-aside-strings', statements: setAside },
  {
    name: '034-job-queues',
    statements: `
ALTER TABLE job ADD COLUMN queue TEXT NOT NULL DEFAULT '';
CREATE INDEX job_by_queue ON job (queue, run_at, id);
`,
  },
  { name: '041-file-stores', statements: fileStores },
  { name: '041-imported-counts', statements: importedCounts },
]

const NAMES = new Set([...SQUASHED, ...LAST_BEFORE.map(({ name }) => name)])

/** Whether a database that has applied these migrations was last migrated before version 0.1.0. */
export const isFromBefore = (applied: readonly string[]): boolean => applied.some(name => NAMES.has(name))

/** The first migration that this program does not know, because a newer one applied it. */
export const firstUnknown = (applied: readonly string[]): string | undefined => {
  const released = new Set(migrations.map(({ name }) => name))
  return applied.find(name => !released.has(name) && !NAMES.has(name))
}
