import { buildMissingIndexes, dropIndexes } from '#store/indexes.ts'
import type { Store } from '#store/store.ts'
import type { DetectedFile } from '../readers/detect.ts'

const ofPages = [
  ...['page', 'revision', 'category_link', 'page_link', 'template_link', 'image_link', 'external_link'],
  ...[
    'interwiki_link',
    'language_link',
    'redirect',
    'page_prop',
    'ip_change',
    'title_key',
    'title_search',
    'page_search',
  ],
]
const ofLogs = ['log', 'log_search']

/** Tables that each kind of dump fills with many rows. Unique indexes stay, since they detect existing rows. */
const filledBy: Partial<Record<DetectedFile['kind'], readonly string[]>> = {
  sql: [...ofPages, ...ofLogs, 'archive', 'recent_change', 'change_tag', 'watch', 'file', 'old_file'],
  'xml-pages': ofPages,
  'xml-logs': ofLogs,
}

/**
 * Drops the secondary indexes of empty tables that these dumps fill. Building an index over all rows at the end takes a
 * fraction of the time of updating it row by row, and does not slow down as the wiki grows. If the import never
 * finishes, the server builds them at its next start.
 */
export async function deferIndexes(store: Store, dumps: readonly DetectedFile[]): Promise<void> {
  const tables = new Set(dumps.flatMap(({ kind }) => filledBy[kind] ?? []))
  await dropIndexes(store, [...tables])
}

/** Builds missing indexes. Safe to call at any time. */
export const restoreIndexes = buildMissingIndexes
