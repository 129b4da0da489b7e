import type { Selectable } from 'kysely'
import { compareBytes, portions } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { PageTable, RedirectTable } from '#store/tables/wiki.ts'
import { template } from '#store/template.ts'

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

const byTitle = template((db, { ns, titles }: { ns: number; titles: readonly string[] }) =>
  db.selectFrom('page').where('ns', '=', ns).where('title', 'in', titles).orderBy('title').selectAll(),
)

/** In the order of namespace and title. */
export function pagesByName(db: Reader, names: Iterable<PageName>): Promise<PageRow[]> {
  const groups = byNamespace(names)
  // Most requests are about pages of one namespace.
  if (groups.size === 1) for (const [ns, titles] of groups) return titled(db, ns, titles)
  return pagesOfGroups(db, groups)
}

const FEW = 5000

/** A text may name any number of pages, a statement only so many. */
function titled(db: Reader, ns: number, titles: readonly string[]): Promise<PageRow[]> {
  return titles.length <= FEW ? byTitle(db, { ns, titles }) : manyTitled(db, ns, titles)
}

async function manyTitled(db: Reader, ns: number, titles: readonly string[]): Promise<PageRow[]> {
  const found: PageRow[][] = []
  const inOrder = [...new Set(titles)].sort(compareBytes)
  for (const part of portions(inOrder, FEW)) found.push(await byTitle(db, { ns, titles: part }))
  return found.flat()
}

async function pagesOfGroups(db: Reader, groups: ReadonlyMap<number, readonly string[]>): Promise<PageRow[]> {
  const found: PageRow[][] = []
  for (const [ns, titles] of [...groups].sort(([a], [b]) => a - b)) found.push(await titled(db, ns, titles))
  return found.flat()
}

const byId = template((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('page').where('id', 'in', ids).selectAll(),
)

export const pagesById = async (db: Reader, ids: readonly number[]): Promise<PageRow[]> =>
  (await Promise.all([...portions(ids)].map(part => byId(db, { ids: part })))).flat()

const redirectsById = template((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('redirect').where('from_id', 'in', ids).selectAll(),
)

export const redirectsFrom = async (db: Reader, ids: readonly number[]): Promise<RedirectRow[]> =>
  ids.length === 0 ? [] : redirectsById(db, { ids })

const targetsByTitle = template((db, { ns, titles }: { ns: number; titles: readonly string[] }) =>
  db.selectFrom('link_target').where('ns', '=', ns).where('title', 'in', titles).select(['id', 'title']),
)

/** The id of the link target of each name that has one. Keys are `ns:title`. */
export async function linkTargets(db: Reader, names: Iterable<PageName>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [ns, titles] of byNamespace(names)) {
    for (const part of portions(titles)) {
      for (const { id, title } of await targetsByTitle(db, { ns, titles: part })) ids.set(`${ns}:${title}`, id)
    }
  }
  return ids
}
