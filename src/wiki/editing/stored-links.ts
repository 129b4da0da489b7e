import type { Row } from '#store/insert-rows.ts'
import { runText, StatementTexts } from '#store/run-text.ts'
import type { Writer } from '#store/store.ts'

/** Tables whose rows name another page by its link target. */
const TARGETED = ['page_link', 'template_link', 'image_link'] as const
export type TargetedTable = (typeof TARGETED)[number]

/** The other tables with their columns after the page: where each is found in the combined statement. */
const LISTED = {
  external_link: { url: 'text1', domain_index: 'text2' },
  interwiki_link: { prefix: 'text1', title: 'text2' },
  language_link: { lang: 'text1', title: 'text2' },
  redirect: { ns: 'whole', title: 'text1', interwiki: 'text2', fragment: 'text3' },
  page_prop: { name: 'text1', value: 'text2', sortkey: 'real' },
} as const
export type ListedTable = keyof typeof LISTED

/** Column types of the combined statement. */
const CELLS = {
  whole: 'bigint',
  ns: 'bigint',
  text1: 'text',
  text2: 'text',
  text3: 'text',
  real: 'double precision',
  bytes: 'bytea',
} as const
type Cell = keyof typeof CELLS

interface Combined {
  readonly kind: string
  readonly whole: number | null
  readonly ns: number | null
  readonly text1: string
  readonly text2: string
  readonly text3: string
  readonly real: number | null
  readonly bytes: Buffer
}

export interface StoredCategory {
  readonly sortkey: Buffer
  readonly sortkey_prefix: string
  readonly collation_name: string
}

/** What the link tables hold for a page. */
export interface StoredLinks {
  /** Link target IDs by namespace and title. */
  readonly targets: Readonly<Record<TargetedTable, ReadonlyMap<string, number>>>
  /** Rows without the page. */
  readonly rows: Readonly<Record<ListedTable, readonly Row[]>>
  readonly categories: ReadonlyMap<string, StoredCategory>
}

const part = (kind: string, from: string, where: string, cells: Partial<Record<Cell, string>>): string =>
  `select '${kind}' as kind, ${Object.entries(CELLS)
    .map(([cell, type]) => `${cells[cell as Cell] ?? `cast(null as ${type})`} as ${cell}`)
    .join(', ')} from ${from} where ${where}`

/** All tables in one statement, because most edits change few links, and every statement costs a round trip. */
const parts = [
  ...TARGETED.map(table =>
    part(table, `${table} join link_target on link_target.id = ${table}.target_id`, 'from_id', {
      whole: 'target_id',
      ns: 'ns',
      text1: 'title',
    }),
  ),
  ...Object.entries(LISTED).map(([table, columns]) =>
    part(
      table,
      table,
      table === 'page_prop' ? 'page_id' : 'from_id',
      Object.fromEntries(Object.entries(columns).map(([column, cell]) => [cell, column])),
    ),
  ),
  part('category_link', 'category_link', 'page_id', {
    text1: 'category',
    text2: 'sortkey_prefix',
    text3: 'collation_name',
    bytes: 'sortkey',
  }),
]

const texts = new StatementTexts()

/** Of a page that does not exist yet. */
export const noLinks: StoredLinks = {
  targets: { page_link: new Map(), template_link: new Map(), image_link: new Map() },
  rows: { external_link: [], interwiki_link: [], language_link: [], redirect: [], page_prop: [] },
  categories: new Map(),
}

export async function storedLinks(tx: Writer, pageId: number): Promise<StoredLinks> {
  const text = texts.get(tx, '', mark => parts.map((each, at) => `${each} = ${mark(at + 1)}`).join(' union all '))
  const rows = await runText<Combined>(
    tx,
    text,
    parts.map(() => pageId),
  )
  const byKind = Map.groupBy(rows, row => row.kind)
  const targets = (table: TargetedTable) =>
    new Map((byKind.get(table) ?? []).map(row => [`${row.ns}:${row.text1}`, row.whole!]))
  const listed = (table: ListedTable): Row[] => {
    const cells = Object.values(LISTED[table]) as (keyof Combined)[]
    return (byKind.get(table) ?? []).map(row => cells.map(cell => row[cell]))
  }
  return {
    targets: {
      page_link: targets('page_link'),
      template_link: targets('template_link'),
      image_link: targets('image_link'),
    },
    rows: {
      external_link: listed('external_link'),
      interwiki_link: listed('interwiki_link'),
      language_link: listed('language_link'),
      redirect: listed('redirect'),
      page_prop: listed('page_prop'),
    },
    categories: new Map(
      (byKind.get('category_link') ?? []).map(row => [
        row.text1,
        { sortkey: row.bytes, sortkey_prefix: row.text2, collation_name: row.text3 },
      ]),
    ),
  }
}
