import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import { padded } from '../keyset.ts'
import { statement } from '../statement.ts'
import type { Writer } from '../store.ts'
import { searchable, searchableBySqlite } from './searchable.ts'
import { titleKey } from './title-keys.ts'
import { windowOf } from './windows.ts'

export interface TitleToIndex {
  readonly id: number
  readonly ns: number
  /** The title without its namespace; underscores count as spaces. */
  readonly title: string
}

const ROWS = 100

const INDEXED = statement(db => db.selectFrom('title_key').select(['page_id', 'head', 'tail']))

/** Those that are not indexed yet under their title. Most edits do not change it. */
export async function withNewTitles<T extends TitleToIndex>(tx: Writer, pages: readonly T[]): Promise<readonly T[]> {
  if (pages.length === 0) return pages
  const ids = padded(pages.map(({ id }) => id))
  const rows = await INDEXED.where('page_id', 'in', ids).all(tx)
  const indexed = new Map(rows.map(row => [row.page_id, row]))
  return pages.filter(({ id, ns, title }) => {
    const { head, tail } = titleKey(ns, title)
    const row = indexed.get(id)
    return row?.head !== head || row.tail !== tail
  })
}

/** Adds or replaces titles in the index of titles. `fresh` means that none of them is indexed yet. */
export async function indexTitles(tx: Writer, pages: readonly TitleToIndex[], fresh: boolean): Promise<void> {
  for (let from = 0; from < pages.length; from += ROWS) {
    const part = pages.slice(from, from + ROWS)
    if (isPostgres(tx)) await storeVectors(tx, part)
    else await storeWords(tx, part, fresh)
  }
}

async function storeWords(tx: Writer, pages: readonly TitleToIndex[], fresh: boolean): Promise<void> {
  const verb = fresh ? 'insert' : 'insert or replace'
  const words = pages.flatMap(({ id, title }) => [id, searchableBySqlite(title)])
  await tx.executeQuery(
    CompiledQuery.raw(`${verb} into title_search (rowid, title) values ${pages.map(() => '(?,?)').join()}`, words),
  )
  const keys = pages.flatMap(({ id, ns, title }) => {
    const { folded, head, tail } = titleKey(ns, title)
    return [id, ns, folded, head, tail]
  })
  const values = pages.map(() => '(?,?,?,?,?)').join()
  await tx.executeQuery(
    CompiledQuery.raw(`${verb} into title_key (page_id, ns, folded, head, tail) values ${values}`, keys),
  )
}

async function storeVectors(tx: Writer, pages: readonly TitleToIndex[]): Promise<void> {
  const ids = pages.map(({ id }) => id)
  const titles = pages.map(({ title }) => searchable(title))
  const windows = ids.map(windowOf)
  await sql`
    insert into title_search (page_id, words)
    select id, to_tsvector('simple', title) || array_to_tsvector(array[page_window])
    from unnest(${ids}::bigint[], ${titles}::text[], ${windows}::text[]) as given (id, title, page_window)
    on conflict (page_id) do update set words = excluded.words`.execute(tx)
  const keys = pages.map(({ ns, title }) => titleKey(ns, title))
  await sql`
    insert into title_key (page_id, ns, folded, head, tail)
    select * from unnest(${ids}::bigint[], ${pages.map(({ ns }) => ns)}::bigint[], ${keys.map(({ folded }) => folded)}::text[],
      ${keys.map(({ head }) => head)}::bigint[], ${keys.map(({ tail }) => tail)}::bigint[])
    on conflict (page_id) do update set ns = excluded.ns, folded = excluded.folded, head = excluded.head,
      tail = excluded.tail`.execute(tx)
}
