import { buildMissingIndexes, dropIndexes } from '#store/indexes.ts'
import type { Store } from '#store/store.ts'
import type { DetectedFile } from '../readers/detect.ts'

const ofPages = [
  ...['page', 'revision', 'category_link', 'page_link', 'template_link', 'image_link', 'external_link'],
  ...['interwiki_link', 'language_link', 'redirect', 'page_prop', 'ip_change'],
]
const ofLogs = ['log', 'log_search']

/** Tables that each kind of dump fills with many rows. Unique indexes stay: they tell what is there already. */
const filledBy: Partial<Record<DetectedFile['kind'], readonly string[]>> = {
  sql: [...ofPages, ...ofLogs, 'archive', 'recent_change', 'change_tag', 'watch', 'file', 'old_file'],
  'xml-pages': ofPages,
  'xml-logs': ofLogs,
}

/**
 * Drops the secondary indexes of tables that are still empty and that these dumps fill. Building an index at once over all rows takes a fraction of
 * the time that keeping it in order row by row takes, and does not slow down as the wiki grows. When the import is never
 * finished, the next start of the server builds them.
 */
export async function deferIndexes(store: Store, dumps: readonly DetectedFile[]): Promise<void> {
  const tables = new Set(dumps.flatMap(({ kind }) => filledBy[kind] ?? []))
  await dropIndexes(store, [...tables])
}

/** Builds what is missing. Safe to call at any time; it does nothing when nothing is missing. */
export const restoreIndexes = buildMissingIndexes
