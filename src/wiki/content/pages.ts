import type { Selectable } from 'kysely'
import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { PageTable, RedirectTable } from '#store/tables/wiki.ts'

export type PageRow = Selectable<PageTable>
export type RedirectRow = Selectable<RedirectTable>

/** A page by its name: namespace and database key (underscores instead of spaces). */
export interface PageName {
  readonly ns: number
  readonly title: string
}

const byNamespace = (names: Iterable<PageName>): Map<number, string[]> => {
  const groups = new Map<number, string[]>()
  for (const { ns, title } of names) {
    const group = groups.get(ns)
    if (group) group.push(title)
    else groups.set(ns, [title])
  }
  return groups
}

/** In the order of namespace and title. */
export async function pagesByName(db: Reader, names: Iterable<PageName>): Promise<PageRow[]> {
  const found: PageRow[] = []
  for (const [ns, titles] of [...byNamespace(names)].sort(([a], [b]) => a - b)) {
    const rows = await db
      .selectFrom('page')
      .where('ns', '=', ns)
      .where('title', 'in', padded(titles))
      .orderBy('title')
      .selectAll()
      .execute()
    found.push(...rows)
  }
  return found
}

export async function pagesById(db: Reader, ids: readonly number[]): Promise<PageRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('page').where('id', 'in', padded(ids)).selectAll().execute()
}

export async function redirectsFrom(db: Reader, ids: readonly number[]): Promise<RedirectRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('redirect').where('from_id', 'in', padded(ids)).selectAll().execute()
}

/** The id of the link target of each name that has one. Keys are `ns:title`. */
export async function linkTargets(db: Reader, names: Iterable<PageName>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [ns, titles] of byNamespace(names)) {
    const rows = await db
      .selectFrom('link_target')
      .where('ns', '=', ns)
      .where('title', 'in', padded(titles))
      .select(['id', 'title'])
      .execute()
    for (const { id, title } of rows) ids.set(`${ns}:${title}`, id)
  }
  return ids
}
