import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import { padded } from '../keyset.ts'
import { runLater } from '../run-later.ts'
import type { Writer } from '../store.ts'
import { indexTitles, type TitleToIndex, withNewTitles } from './index-titles.ts'
import { searchable, searchableBySqlite } from './searchable.ts'

interface SearchDocument extends TitleToIndex {
  readonly text: string
}

/** PostgreSQL allows a megabyte of distinct words per row, so only the start of a long text is indexed. */
const MAX_TEXT = 250_000
const ROWS = 100

/**
 * - `changed`: pages may be indexed already, mostly with the same title
 * - `titled`: their titles are indexed already
 * - `fresh`: no page is indexed yet
 * - `rebuilt`: whatever is indexed is replaced
 */
export type Indexing = 'changed' | 'titled' | 'fresh' | 'rebuilt'

/** Adds or replaces pages in the index. */
export async function indexPages(
  tx: Writer,
  documents: readonly SearchDocument[],
  indexing: Indexing = 'changed',
): Promise<void> {
  if (indexing !== 'titled') {
    const titles = indexing === 'changed' ? await withNewTitles(tx, documents) : documents
    await indexTitles(tx, titles, indexing === 'fresh')
  }
  if (isPostgres(tx)) return indexWithVectors(tx, documents)
  const verb = indexing === 'fresh' ? 'insert' : 'insert or replace'
  for (let from = 0; from < documents.length; from += ROWS) {
    const part = documents.slice(from, from + ROWS)
    const values = part.map(() => '(?,?,?)').join()
    const parameters = part.flatMap(({ id, title, text }) => [id, searchableBySqlite(title), searchableBySqlite(text)])
    await tx.executeQuery(
      CompiledQuery.raw(`${verb} into page_search (rowid, title, body) values ${values}`, parameters),
    )
  }
}

/**
 * Removes comment openers. For every unclosed comment, PostgreSQL scans the rest of the text, which takes quadratic
 * time. As a result, the words in comments are found, as on SQLite.
 */
const readableByPostgres = (text: string): string => text.replaceAll('\0', '').replaceAll('<!--', ' ')

async function indexWithVectors(tx: Writer, documents: readonly SearchDocument[]): Promise<void> {
  const ids = documents.map(({ id }) => id)
  const titles = documents.map(({ title }) => searchable(title))
  const texts = documents.map(({ text }) => readableByPostgres(searchable(text.slice(0, MAX_TEXT))))
  await runLater(tx, INDEX_WITH_VECTORS, [ids, titles, texts])
}

const INDEX_WITH_VECTORS = `insert into page_search (page_id, words)
  select id, setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', text)
  from unnest($1::bigint[], $2::text[], $3::text[]) as given (id, title, text)
  on conflict (page_id) do update set words = excluded.words`

export async function unindexPages(tx: Writer, ids: readonly number[]): Promise<void> {
  const key = isPostgres(tx) ? sql.ref('page_id') : sql.ref('rowid')
  for (let from = 0; from < ids.length; from += 1000) {
    const part = padded(ids.slice(from, from + 1000))
    for (const table of ['page_search', 'title_search'])
      await sql`delete from ${sql.ref(table)} where ${key} in (${sql.join(part)})`.execute(tx)
    await tx.deleteFrom('title_key').where('page_id', 'in', part).execute()
  }
}
