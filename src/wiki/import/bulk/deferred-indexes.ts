import { sql } from 'kysely'
import { buildMissingIndexes, declaredIndexes, missingIndexes } from '#store/indexes.ts'
import type { Store, Writer } from '#store/store.ts'
import type { DetectedFile } from '../readers/detect.ts'
import { isEmpty } from './is-empty.ts'

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
  const missing = new Set((await missingIndexes(store)).map(({ name }) => name))
  const there = declaredIndexes(store.engine).filter(({ name, unique }) => !unique && !missing.has(name))
  const drop = async (tx: Writer, table: string) => {
    if (!(await isEmpty(tx, table))) return
    for (const index of there) if (index.table === table) await sql`drop index ${sql.ref(index.name)}`.execute(tx)
  }
  // PostgreSQL keeps readers away from each table meanwhile. Whoever has several of them waits for readers who have one and want another.
  if (store.engine === 'postgres') for (const table of tables) await store.transaction(tx => drop(tx, table))
  else
    await store.transaction(async tx => {
      for (const table of tables) await drop(tx, table)
    })
}

/** Builds what is missing. Safe to call at any time; it does nothing when nothing is missing. */
export const restoreIndexes = buildMissingIndexes
