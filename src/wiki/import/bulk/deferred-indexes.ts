import { sql } from 'kysely'
import { isPostgres } from '#store/engine.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { isEmpty } from './is-empty.ts'

/** Under this name it is noted which indexes are missing, so that an import that is never finished can be mended. */
const SETTING = 'import:indexes'

/** Tables with many rows in a large wiki. Unique indexes stay: they tell what is there already. */
const tables = [
  ...['page', 'revision', 'archive', 'category_link', 'page_link', 'template_link', 'image_link', 'external_link'],
  ...['interwiki_link', 'language_link', 'redirect', 'page_prop', 'log', 'log_search', 'recent_change', 'change_tag'],
  ...['watch', 'ip_change', 'file', 'old_file'],
]

/**
 * Drops the secondary indexes of tables that are still empty. Building an index at once over all rows takes a fraction of
 * the time that keeping it in order row by row takes, and does not slow down as the wiki grows.
 */
export async function deferIndexes(store: Store): Promise<void> {
  await store.transaction(async tx => {
    const known = await readSetting(tx)
    const found: Index[] = []
    for (const table of tables) if (await isEmpty(tx, table)) found.push(...(await secondaryIndexes(tx, table)))
    for (const { name } of found) await sql`drop index ${sql.ref(name)}`.execute(tx)
    await writeSetting(tx, [...known, ...found])
  })
}

/** Builds what is missing. Safe to call at any time; it does nothing when nothing is missing. */
export async function restoreIndexes(store: Store): Promise<number> {
  const missing = await readSetting(store.read)
  for (const [at, { definition }] of missing.entries()) {
    await store.transaction(async tx => {
      await sql.raw(definition.replace(/^create index /i, 'CREATE INDEX IF NOT EXISTS ')).execute(tx)
      await writeSetting(tx, missing.slice(at + 1))
    })
  }
  return missing.length
}

interface Index {
  readonly name: string
  readonly definition: string
}

async function secondaryIndexes(tx: Writer, table: string): Promise<Index[]> {
  const { rows } = isPostgres(tx)
    ? await sql<Index>`select indexname as name, indexdef as definition from pg_indexes
        where schemaname = current_schema() and tablename = ${table} order by indexname`.execute(tx)
    : await sql<Index>`select name, sql as definition from sqlite_master
        where type = 'index' and sql is not null and tbl_name = ${table} order by name`.execute(tx)
  return rows.filter(({ definition }) => /^create index /i.test(definition))
}

async function readSetting(db: Reader): Promise<Index[]> {
  const row = await db.selectFrom('site_setting').where('key', '=', SETTING).select('value').executeTakeFirst()
  return row === undefined ? [] : (JSON.parse(row.value) as Index[])
}

async function writeSetting(tx: Writer, indexes: readonly Index[]): Promise<void> {
  if (indexes.length === 0) {
    await tx.deleteFrom('site_setting').where('key', '=', SETTING).execute()
    return
  }
  const value = JSON.stringify(indexes)
  await tx
    .insertInto('site_setting')
    .values({ key: SETTING, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
