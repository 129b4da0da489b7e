// Fingerprints the content of a database, table by table, to compare two databases.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '#store/store.ts'

/** A fingerprint of each table, and the names of all indexes. */
export async function databaseContent(store: Store): Promise<Record<string, string>> {
  const content: Record<string, string> = { indexes: (await indexNames(store)).join(' ') }
  for (const table of await tableNames(store)) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(store.read)
    content[table] = digest(rows.map(row => comparable(table, row)))
  }
  if (store.engine === 'sqlite') content.page_search = digest(await searchWords(store))
  return content
}

type Row = Record<string, unknown>

function digest(rows: readonly Row[]): string {
  const lines = rows.map(row => JSON.stringify(Object.entries(row).sort())).sort()
  return `${rows.length} ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)}`
}

/** Removes columns that may differ: the position of an import, and the times of migrations. */
function comparable(table: string, { position, applied_at, ...row }: Row): Row {
  if (table === 'import_checkpoint' || table === 'migration') return row
  return { ...row, position, applied_at }
}

/** SQLite's index stores no texts, but lists its words and their positions. */
async function searchWords(store: Store): Promise<Row[]> {
  return store.transaction(async tx => {
    await sql`create virtual table temp.search_words using fts5vocab('main', 'page_search', 'instance')`.execute(tx)
    const { rows } = await sql<Row>`select * from temp.search_words`.execute(tx)
    await sql`drop table temp.search_words`.execute(tx)
    return rows
  })
}

async function tableNames(store: Store): Promise<string[]> {
  const { rows } =
    store.engine === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_list
          where type in ('table', 'virtual') and schema = 'main' and name not like 'sqlite%' order by name`.execute(
          store.read,
        )
      : await sql<{ name: string }>`select tablename as name from pg_tables
          where schemaname = current_schema() order by tablename`.execute(store.read)
  return rows.map(({ name }) => name)
}

async function indexNames(store: Store): Promise<string[]> {
  const { rows } =
    store.engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'index' order by name`.execute(
          store.read,
        )
      : await sql<{ name: string }>`select indexname as name from pg_indexes
          where schemaname = current_schema() order by indexname`.execute(store.read)
  return rows.map(({ name }) => name)
}
