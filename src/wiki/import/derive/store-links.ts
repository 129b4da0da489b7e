import { sql } from 'kysely'
import { type CellValue, fitsIndex, insertCells, type Row } from '#store/insert-rows.ts'
import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import type { Collation } from '../../content/collation.ts'
import {
  categoryRows,
  externalRows,
  interwikiRows,
  type LinkingPage,
  languageRows,
  linkColumns,
  linkTables,
  type OtherLinks,
  propertyRows,
  redirectRows,
} from '../../content/link-rows.ts'
import type { ImportContext } from '../context.ts'
import { type TargetTable, targetTables } from './packed-links.ts'
import type { LinkParcel } from './threaded-reader.ts'

export type LinkTable = keyof typeof linkTables

type PlainTable = keyof typeof linkColumns
const plainRows: Record<PlainTable, (page: LinkingPage, links: OtherLinks, collation: Collation) => CellValue[][]> = {
  external_link: externalRows,
  interwiki_link: interwikiRows,
  language_link: languageRows,
  category_link: categoryRows,
  redirect: redirectRows,
  page_prop: propertyRows,
}

const isTargetTable = (table: LinkTable): table is TargetTable => (targetTables as readonly string[]).includes(table)

/** The requested tables that use `link_target`. */
export const wantedTargets = (tables: ReadonlySet<LinkTable>): TargetTable[] => [...tables].filter(isTargetTable)

/** Stores extracted links in the tables that no dump contained. */
export async function storeLinks(
  tx: Writer,
  parcels: readonly LinkParcel[],
  tables: ReadonlySet<LinkTable>,
  collation: Collation,
  context: ImportContext,
): Promise<void> {
  await storeTargets(tx, parcels, tables, context)
  for (const table of tables)
    if (!isTargetTable(table)) await storePlain(tx, parcels, linkTables[table], collation, context)
}

async function storeTargets(
  tx: Writer,
  parcels: readonly LinkParcel[],
  tables: ReadonlySet<LinkTable>,
  { targets }: ImportContext,
): Promise<void> {
  const cells = targetTables.map((): CellValue[] => [])
  for (const { pages, links, ids } of parcels) {
    await ids.take(links, names => targets.resolve(tx, names))
    let at = 0
    for (const [index, { id, ns }] of pages.entries()) {
      for (const [table, list] of cells.entries()) {
        const end = at + links.counts[index * targetTables.length + table]!
        for (; at < end; at++) list.push(id, ns, ids.idOf(links.targets[at]!))
      }
    }
  }
  for (const [index, table] of targetTables.entries())
    if (tables.has(table)) await insertCells(tx, linkTables[table], ['from_id', 'from_ns', 'target_id'], cells[index]!)
}

async function storePlain(
  tx: Writer,
  parcels: readonly LinkParcel[],
  table: PlainTable,
  collation: Collation,
  { ids, insert }: ImportContext,
): Promise<void> {
  const rowsOf = plainRows[table]
  let rows: Row[] = parcels.flatMap(({ pages, links }) =>
    pages.flatMap((page, index) => rowsOf(page, links.others[index]!, collation)),
  )
  if (table === 'external_link') {
    rows = rows.filter(([, url]) => fitsIndex(tx, url as string))
    const first = await ids.reserve(tx, table, rows.length)
    rows = rows.map((row, index) => [first + index, ...row])
  }
  await insert(tx, table, linkColumns[table], rows)
}

/** Removes the links of an earlier derivation for pages that a newer export changed. */
export async function removeLinks(
  tx: Writer,
  pageIds: readonly number[],
  tables: ReadonlySet<LinkTable>,
): Promise<void> {
  for (let from = 0; from < pageIds.length; from += 1000) {
    const part = sql.join(padded(pageIds.slice(from, from + 1000)))
    for (const table of tables) {
      const column = table === 'categorylinks' || table === 'page_props' ? 'page_id' : 'from_id'
      await sql`delete from ${sql.table(linkTables[table])} where ${sql.ref(column)} in (${part})`.execute(tx)
    }
  }
}
