import type { Selectable } from 'kysely'
import { compareBytes, portions } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'

export type PageRow = Selectable<Database['page']>
export type RedirectRow = Selectable<Database['redirect']>

/** A page name: namespace and database key (underscores instead of spaces). */
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

const PAGES = statement(db => db.selectFrom('page').selectAll())
const PAGES_IN_ORDER = statement(db => db.selectFrom('page').selectAll().orderBy('title'))

const byTitle = (db: Reader, ns: number, titles: readonly string[]): Promise<PageRow[]> =>
  PAGES_IN_ORDER.where('ns', '=', ns).where('title', 'in', titles).all(db)

/** Sorted by namespace and title. */
export function pagesByName(db: Reader, names: Iterable<PageName>): Promise<PageRow[]> {
  const groups = byNamespace(names)
  // Most requests are about pages of one namespace.
  if (groups.size === 1) for (const [ns, titles] of groups) return titled(db, ns, titles)
  return pagesOfGroups(db, groups)
}

const FEW = 5000

/** Splits long lists, because databases limit the number of parameters per statement. */
function titled(db: Reader, ns: number, titles: readonly string[]): Promise<PageRow[]> {
  return titles.length <= FEW ? byTitle(db, ns, titles) : manyTitled(db, ns, titles)
}

async function manyTitled(db: Reader, ns: number, titles: readonly string[]): Promise<PageRow[]> {
  const found: PageRow[][] = []
  const inOrder = [...new Set(titles)].sort(compareBytes)
  for (const part of portions(inOrder, FEW)) found.push(await byTitle(db, ns, part))
  return found.flat()
}

async function pagesOfGroups(db: Reader, groups: ReadonlyMap<number, readonly string[]>): Promise<PageRow[]> {
  const found: PageRow[][] = []
  for (const [ns, titles] of [...groups].sort(([a], [b]) => a - b)) found.push(await titled(db, ns, titles))
  return found.flat()
}

export const pagesById = async (db: Reader, ids: readonly number[]): Promise<PageRow[]> =>
  (await Promise.all([...portions(ids)].map(part => PAGES.where('id', 'in', part).all(db)))).flat()

const REDIRECTS = statement(db => db.selectFrom('redirect').selectAll())

export const redirectsFrom = async (db: Reader, ids: readonly number[]): Promise<RedirectRow[]> =>
  ids.length === 0 ? [] : REDIRECTS.where('from_id', 'in', ids).all(db)

const TARGETS = statement(db => db.selectFrom('link_target').select(['id', 'title']))

/** Link target IDs by name, for names that have one. Keys are `ns:title`. */
export async function linkTargets(db: Reader, names: Iterable<PageName>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [ns, titles] of byNamespace(names)) {
    for (const part of portions(titles)) {
      const found = await TARGETS.where('ns', '=', ns).where('title', 'in', part).all(db)
      for (const { id, title } of found) ids.set(`${ns}:${title}`, id)
    }
  }
  return ids
}
