import { sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import { NS } from '../../site/namespaces.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import type { CellValue, Row } from '../bulk/insert-rows.ts'
import type { ImportContext } from '../context.ts'
import {
  categoryRows,
  externalRows,
  interwikiRows,
  type LinkingPage,
  languageRows,
  linkColumns,
  linkTables,
  propertyRows,
  redirectRows,
} from './link-rows.ts'

export interface HarvestedPage {
  readonly page: LinkingPage
  readonly harvest: Harvest
}

export type LinkTable = keyof typeof linkTables

type PlainTable = keyof typeof linkColumns
const plainRows: Record<PlainTable, (page: LinkingPage, harvest: Harvest) => CellValue[][]> = {
  external_link: externalRows,
  interwiki_link: interwikiRows,
  language_link: languageRows,
  category_link: categoryRows,
  redirect: redirectRows,
  page_prop: propertyRows,
}

const targetsOf = {
  pagelinks: (harvest: Harvest) => harvest.links.map(({ ns, dbkey }) => ({ ns, title: dbkey })),
  templatelinks: (harvest: Harvest) => harvest.templates.map(({ ns, dbkey }) => ({ ns, title: dbkey })),
  imagelinks: (harvest: Harvest) => harvest.images.map(title => ({ ns: NS.file, title })),
}

/** Writes what was harvested into the tables that no dump brought. */
export async function storeLinks(
  tx: Writer,
  pages: readonly HarvestedPage[],
  wanted: ReadonlySet<LinkTable>,
  context: ImportContext,
): Promise<void> {
  for (const table of wanted) {
    if (table === 'pagelinks' || table === 'templatelinks' || table === 'imagelinks') {
      await storeTargets(tx, pages, table, context)
    } else await storePlain(tx, pages, linkTables[table], context)
  }
}

async function storeTargets(
  tx: Writer,
  pages: readonly HarvestedPage[],
  table: keyof typeof targetsOf,
  { targets, insert }: ImportContext,
): Promise<void> {
  const names = pages.map(({ harvest }) => targetsOf[table](harvest))
  const numbers = await targets.resolve(tx, names.flat())
  let at = 0
  const rows: Row[] = pages.flatMap(({ page }, index) => names[index]!.map(() => [page.id, page.ns, numbers[at++]!]))
  await insert(tx, linkTables[table], ['from_id', 'from_ns', 'target_id'], rows)
}

async function storePlain(
  tx: Writer,
  pages: readonly HarvestedPage[],
  table: PlainTable,
  { ids, insert }: ImportContext,
): Promise<void> {
  let rows: Row[] = pages.flatMap(({ page, harvest }) => plainRows[table](page, harvest))
  if (table === 'external_link') {
    const first = await ids.reserve(tx, table, rows.length)
    rows = rows.map((row, index) => [first + index, ...row])
  }
  await insert(tx, table, linkColumns[table], rows)
}

/** Removes what an earlier derivation wrote for these pages, when a newer export has changed them. */
export async function removeLinks(
  tx: Writer,
  pageIds: readonly number[],
  wanted: ReadonlySet<LinkTable>,
): Promise<void> {
  for (let from = 0; from < pageIds.length; from += 1000) {
    const part = sql.join(padded(pageIds.slice(from, from + 1000)))
    for (const table of wanted) {
      const column = table === 'categorylinks' || table === 'page_props' ? 'page_id' : 'from_id'
      await sql`delete from ${sql.table(linkTables[table])} where ${sql.ref(column)} in (${part})`.execute(tx)
    }
  }
}
