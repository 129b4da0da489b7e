import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import { padded } from '../keyset.ts'
import type { Writer } from '../store.ts'

/** A page as it is found by its words. */
interface SearchDocument {
  readonly id: number
  /** The title without its namespace; underscores count as spaces. */
  readonly title: string
  readonly text: string
}

/** PostgreSQL takes up to a megabyte of different words per row; what is found in the first part of a text suffices. */
const MAX_TEXT = 250_000
const ROWS = 100

/** Scripts that are written without spaces: every character is a word of its own, and phrases find the rest. */
const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const eachUnspaced = new RegExp(unspaced, 'gu')

/** Text as it is given to the index, and words as they are looked for: both must pass through here. */
export const searchable = (text: string): string => spacedOut(withoutAccents(text.replaceAll('_', ' ')))

/** The same for texts on SQLite, whose tokenizer takes underscores for spaces by itself, and marks off all letters but these. */
const searchableBySqlite = (text: string): string => spacedOut(keptMarks.test(text) ? withoutAccents(text) : text)

const keptMarks = /[ǠǡǢǣǮǯǼǽǾǿ]/

const spacedOut = (text: string): string => (unspaced.test(text) ? text.replace(eachUnspaced, ' $& ') : text)

/** Letters of the Latin script without their marks, so that `cafe` finds `café`; other scripts keep theirs. */
export const withoutAccents = (text: string): string =>
  accented.test(text) ? text.replace(allAccented, letter => letter.normalize('NFD').replace(/\p{M}+/gu, '')) : text

const accented = /[\u00c0-\u024f\u1e00-\u1eff]/
const allAccented = /[\u00c0-\u024f\u1e00-\u1eff]/g

/** Puts pages into the index, in place of what it had of them; with `fresh`, it is known to have nothing. */
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
 * Where a comment begins that does not end, PostgreSQL reads all that follows, and again where the next one begins: a text of nothing
 * else would take it minutes. So there are no comments, and what stands in them is found, as on SQLite.
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

/** Takes pages out of the index. */
export async function unindexPages(tx: Writer, ids: readonly number[]): Promise<void> {
  const key = isPostgres(tx) ? sql.ref('page_id') : sql.ref('rowid')
  for (let from = 0; from < ids.length; from += 1000) {
    const part = padded(ids.slice(from, from + 1000))
    await sql`delete from page_search where ${key} in (${sql.join(part)})`.execute(tx)
  }
}
