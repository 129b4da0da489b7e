import { sql } from 'kysely'
import { fitsIndex, insertRows, type Row } from '#store/insert-rows.ts'
import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import type { Collation } from '../content/collation.ts'
import {
  categoryRows,
  externalRows,
  interwikiRows,
  type LinkingPage,
  languageRows,
  linkColumns,
  propertyRows,
  redirectRows,
} from '../content/link-rows.ts'
import { linkTargets, type PageName } from '../content/pages.ts'
import { NS } from '../site/namespaces.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { type CategoryChange, countMembers } from './category-counts.ts'
import {
  type ListedTable,
  type StoredCategory,
  type StoredLinks,
  storedLinks,
  type TargetedTable,
} from './stored-links.ts'

/** What changed in the links of a page. */
interface LinkChange extends CategoryChange {
  /** Whether the page linked to other pages before. */
  readonly hadLinks: boolean
}

/** Updates the link tables and the member counts of categories to match the page's current links. */
export async function replaceLinks(
  tx: Writer,
  page: LinkingPage,
  harvest: Harvest,
  collation: Collation,
): Promise<void> {
  const change = await replaceLinkRows(tx, page, harvest, collation, await storedLinks(tx, page.id))
  await countMembers(tx, page.ns, change, page.timestamp)
}

/**
 * Updates the link tables alone; the caller counts the members of categories later. Only removed and added rows are
 * written, so an edit that changes no links only reads them. `before` is what the tables hold.
 */
export async function replaceLinkRows(
  tx: Writer,
  page: LinkingPage,
  harvest: Harvest,
  collation: Collation,
  before: StoredLinks,
): Promise<LinkChange> {
  const after: Record<TargetedTable, readonly PageName[]> = {
    page_link: harvest.links.map(named),
    template_link: harvest.templates.map(named),
    image_link: harvest.images.map(file),
  }
  const tables = Object.keys(after) as TargetedTable[]
  const added = tables.flatMap(table => after[table].filter(name => !before.targets[table].has(keyOf(name))))
  const ids = await targetIds(tx, added)
  for (const table of tables) await replaceTargets(tx, table, page, before.targets[table], after[table], ids)
  const addresses = externalRows(page, harvest).filter(([, url]) => fitsIndex(tx, url as string))
  const rows: Record<ListedTable, readonly Row[]> = {
    external_link: addresses,
    interwiki_link: interwikiRows(page, harvest),
    language_link: languageRows(page, harvest),
    redirect: redirectRows(page, harvest),
    page_prop: propertyRows(page, harvest),
  }
  for (const table of Object.keys(rows) as ListedTable[])
    await replaceAll(tx, table, page.id, before.rows[table], rows[table])
  const categories = await replaceCategories(tx, page, before.categories, categoryRows(page, harvest, collation))
  return { ...categories, hadLinks: before.targets.page_link.size > 0 }
}

const keyOf = ({ ns, title }: PageName): string => `${ns}:${title}`
const named = ({ ns, dbkey }: { ns: number; dbkey: string }): PageName => ({ ns, title: dbkey })
const file = (title: string): PageName => ({ ns: NS.file, title })

/** Link target IDs of titles. New ones are inserted in sorted order, so concurrent edits do not deadlock. */
async function targetIds(tx: Writer, names: readonly PageName[]): Promise<Map<string, number>> {
  const existing = await knownIds(tx, names)
  const missing = new Map(names.map(name => [keyOf(name), name]))
  for (const key of existing.keys()) missing.delete(key)
  if (missing.size === 0) return existing
  const rows = [...missing].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { ns, title }]) => [ns, title])
  await insertRows(tx, 'link_target', ['ns', 'title'], rows)
  for (const [key, id] of await knownIds(tx, [...missing.values()])) existing.set(key, id)
  return existing
}

/** Databases limit the number of parameters per statement. */
const MAX_NAMES = 1000

async function knownIds(tx: Writer, names: readonly PageName[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (let from = 0; from < names.length; from += MAX_NAMES) {
    for (const [key, id] of await linkTargets(tx, names.slice(from, from + MAX_NAMES))) ids.set(key, id)
  }
  return ids
}

async function replaceTargets(
  tx: Writer,
  table: TargetedTable,
  { id, ns }: LinkingPage,
  before: ReadonlyMap<string, number>,
  after: readonly PageName[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const keys = new Set(after.map(keyOf))
  const removed = [...before].flatMap(([key, target]) => (keys.has(key) ? [] : target))
  for (let from = 0; from < removed.length; from += 1000) {
    const part = padded(removed.slice(from, from + 1000))
    await tx.deleteFrom(table).where('from_id', '=', id).where('target_id', 'in', part).execute()
  }
  const added = [...keys].filter(key => !before.has(key)).map((key): Row => [id, ns, ids.get(key)!])
  await insertRows(tx, table, ['from_id', 'from_ns', 'target_id'], added)
}

async function replaceAll(
  tx: Writer,
  table: ListedTable,
  pageId: number,
  before: readonly Row[],
  rows: readonly Row[],
): Promise<void> {
  const sorted = (some: readonly Row[]) => some.map(row => JSON.stringify(row)).sort()
  // The rows to store begin with the page, those in the database do not.
  if (sorted(before).join() === sorted(rows.map(row => row.slice(1))).join()) return
  const columns = table === 'external_link' ? linkColumns[table].slice(1) : linkColumns[table]
  await sql`delete from ${sql.table(table)} where ${sql.ref(columns[0]!)} = ${pageId}`.execute(tx)
  await insertRows(tx, table, columns, rows)
}

/** An unchanged category keeps the time at which the page was added. */
async function replaceCategories(
  tx: Writer,
  { id }: LinkingPage,
  oldRows: ReadonlyMap<string, StoredCategory>,
  rows: readonly Row[],
): Promise<CategoryChange> {
  const newRows = new Map(rows.map(row => [row[1] as string, row]))
  const removed = [...oldRows.keys()].filter(category => !newRows.has(category))
  const added = [...newRows.keys()].filter(category => !oldRows.has(category))
  for (let from = 0; from < removed.length; from += 1000) {
    const part = padded(removed.slice(from, from + 1000))
    await tx.deleteFrom('category_link').where('page_id', '=', id).where('category', 'in', part).execute()
  }
  for (const [category, row] of newRows) {
    const old = oldRows.get(category)
    const [, , sortkey, sortkey_prefix, , collation_name] = row as [number, string, Buffer, string, number, string]
    const isSame = old?.sortkey_prefix === sortkey_prefix && old.collation_name === collation_name
    // Moving a page changes its sort key, whatever its text says.
    if (!old || (isSame && sortkey.equals(old.sortkey))) continue
    await tx
      .updateTable('category_link')
      .set({ sortkey, sortkey_prefix, collation_name })
      .where('page_id', '=', id)
      .where('category', '=', category)
      .execute()
  }
  await insertRows(
    tx,
    'category_link',
    linkColumns.category_link,
    added.map(category => newRows.get(category)!),
  )
  return { added, gone: removed }
}

/** Removes a deleted page's links, category memberships and properties. */
export async function removeLinks(tx: Writer, { id, ns }: { id: number; ns: number }, now: number): Promise<void> {
  for (const table of ['page_link', 'template_link', 'image_link'] as const)
    await tx.deleteFrom(table).where('from_id', '=', id).execute()
  for (const table of ['external_link', 'interwiki_link', 'language_link', 'redirect'] as const)
    await tx.deleteFrom(table).where('from_id', '=', id).execute()
  await tx.deleteFrom('page_prop').where('page_id', '=', id).execute()
  const members = await tx.selectFrom('category_link').where('page_id', '=', id).select('category').execute()
  await tx.deleteFrom('category_link').where('page_id', '=', id).execute()
  const removed = members.map(member => member.category)
  await countMembers(tx, ns, { added: [], gone: removed }, now)
}
