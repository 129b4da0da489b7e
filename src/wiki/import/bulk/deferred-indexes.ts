import { sql } from 'kysely'
import { buildMissingIndexes, declaredIndexes, missingIndexes } from '#store/indexes.ts'
import type { Store } from '#store/store.ts'
import { isEmpty } from './is-empty.ts'

/** Tables with many rows in a large wiki. Unique indexes stay: they tell what is there already. */
const tables = [
  ...['page', 'revision', 'archive', 'category_link', 'page_link', 'template_link', 'image_link', 'external_link'],
  ...['interwiki_link', 'language_link', 'redirect', 'page_prop', 'log', 'log_search', 'recent_change', 'change_tag'],
  ...['watch', 'ip_change', 'file', 'old_file'],
]

/**
 * Drops the secondary indexes of tables that are still empty. Building an index at once over all rows takes a fraction of
 * the time that keeping it in order row by row takes, and does not slow down as the wiki grows. When the import is never
 * finished, the next start of the server builds them.
 */
export async function deferIndexes(store: Store): Promise<void> {
  const missing = new Set((await missingIndexes(store)).map(({ name }) => name))
  const there = declaredIndexes(store.engine).filter(({ name, unique }) => !unique && !missing.has(name))
  await store.transaction(async tx => {
    for (const table of tables) {
      if (!(await isEmpty(tx, table))) continue
      for (const index of there) if (index.table === table) await sql`drop index ${sql.ref(index.name)}`.execute(tx)
    }
  })
}

/** Builds what is missing. Safe to call at any time; it does nothing when nothing is missing. */
export const restoreIndexes = buildMissingIndexes
