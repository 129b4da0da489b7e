import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import { padded } from '../keyset.ts'
import type { Writer } from '../store.ts'

interface SearchDocument {
  readonly id: number
  /** The title without its namespace; underscores count as spaces. */
  readonly title: string
  readonly text: string
}

/** PostgreSQL allows a megabyte of distinct words per row, so only the start of a long text is indexed. */
const MAX_TEXT = 250_000
const ROWS = 100

/** Scripts without spaces between words. Every character is indexed as a word, and phrase search does the rest. */
const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const eachUnspaced = new RegExp(unspaced, 'gu')

/** Normalizes both indexed texts and search words. */
export const searchable = (text: string): string => spacedOut(withoutAccents(text.replaceAll('_', ' ')))

/** The same for indexing on SQLite, whose tokenizer handles underscores and most diacritics itself. */
const searchableBySqlite = (text: string): string => spacedOut(keptMarks.test(text) ? withoutAccents(text) : text)

const keptMarks = /[ǠǡǢǣǮǯǼǽǾǿ]/

const spacedOut = (text: string): string => (unspaced.test(text) ? text.replace(eachUnspaced, ' $& ') : text)

/** Removes diacritics from Latin letters, so that `cafe` finds `café`. Other scripts keep theirs. */
export const withoutAccents = (text: string): string =>
  accented.test(text) ? text.replace(allAccented, letter => letter.normalize('NFD').replace(/\p{M}+/gu, '')) : text

const accented = /[\u00c0-\u024f\u1e00-\u1eff]/
const allAccented = /[\u00c0-\u024f\u1e00-\u1eff]/g

/** Adds or replaces pages in the index. `fresh` means that none of them is indexed yet. */
export async function indexPages(tx: Writer, documents: readonly SearchDocument[], fresh = false): Promise<void> {
  if (isPostgres(tx)) return indexWithVectors(tx, documents)
  const verb = fresh ? 'insert' : 'insert or replace'
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
  await sql`
    insert into page_search (page_id, words)
    select id, setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', text)
    from unnest(${ids}::bigint[], ${titles}::text[], ${texts}::text[]) as given (id, title, text)
    on conflict (page_id) do update set words = excluded.words`.execute(tx)
}

export async function unindexPages(tx: Writer, ids: readonly number[]): Promise<void> {
  const key = isPostgres(tx) ? sql.ref('page_id') : sql.ref('rowid')
  for (let from = 0; from < ids.length; from += 1000) {
    const part = padded(ids.slice(from, from + 1000))
    await sql`delete from page_search where ${key} in (${sql.join(part)})`.execute(tx)
  }
}
