// For import tests: generated dumps, and a way to compare whole databases.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { silent } from '#events/progress.ts'
import { pinnedClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { type ImportOptions, type ImportSummary, importWiki } from './import-wiki.ts'

export const clock = pinnedClock('2026-11-15T00:00:00Z')

export function runImport(store: Store, options: Omit<ImportOptions, 'clock'>): Promise<ImportSummary> {
  return importWiki(store, { ...options, clock }, silent)
}

const compared = [
  ...['page', 'actor', 'summary', 'revision', 'slot', 'content', 'blob', 'archive', 'ip_change', 'category'],
  ...['category_link', 'link_target', 'page_link', 'template_link', 'image_link', 'external_link', 'interwiki_link'],
  ...['language_link', 'redirect', 'page_prop', 'page_restriction', 'protected_title', 'block', 'block_restriction'],
  ...['log', 'log_search', 'recent_change', 'watch', 'new_talk', 'tag_def', 'change_tag', 'file', 'old_file'],
  ...['deleted_file', 'stashed_file', 'interwiki', 'site_stats', 'query_cache', 'query_cache_info', 'message'],
  ...['account', 'account_option', 'account_group', 'account_former_group', 'bot_password', 'site_setting'],
]

/** A digest of every table: databases with equal digests have the same content. */
export async function tableDigests(store: Store): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of compared) {
    const rows = (await rowsOf(store, table)).map(row => JSON.stringify(Object.entries(row).sort()))
    const digest = createHash('sha256').update(rows.sort().join('\n')).digest('hex').slice(0, 12)
    digests[table] = `${rows.length} ${digest}`
  }
  return digests
}

export async function rowsOf(store: Store, table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.read)
  return rows
}

export async function countOf(store: Store, table: string): Promise<number> {
  return (await rowsOf(store, table)).length
}

/** A store whose transactions fail after a number of them, as if the machine had crashed. */
export function failingAfter(store: Store, transactions: number): Store {
  let left = transactions
  return {
    ...store,
    transaction: async work => {
      if (left-- <= 0) throw new Error('the power failed')
      return store.transaction(work)
    },
  }
}

type Value = number | string | Buffer | null

/** A SQL dump with the columns, types and rows of each table. */
export function sqlDump(
  tables: Readonly<Record<string, { columns: Readonly<Record<string, string>>; rows: Value[][] }>>,
): string {
  const parts = ['-- MariaDB dump 10.19  Distrib 10.11\n']
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    const declared = Object.entries(columns).map(([column, type]) => `  \`${column}\` ${type}`)
    parts.push(`CREATE TABLE \`${name}\` (\n${declared.join(',\n')}\n) ENGINE=InnoDB;\n`)
    if (rows.length === 0) continue
    parts.push(`INSERT INTO \`${name}\` VALUES\n${rows.map(row => `(${row.map(literal).join()})`).join(',\n')};\n`)
  }
  return `${parts.join('')}-- Dump completed on 2026-11-15\n`
}

function literal(value: Value): string {
  if (value === null || typeof value === 'number') return String(value ?? 'NULL')
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}

export interface SamplePage {
  readonly id: number
  readonly ns?: number
  readonly title: string
  readonly redirect?: string
  readonly texts: readonly string[]
}

const escaped = (text: string) => text.replace(/[&<>"]/g, found => `&#${found.charCodeAt(0)};`)

/** An XML export; revision n of page p has the ID 1000 p + n. */
export function xmlExport(pages: readonly SamplePage[]): string {
  const body = pages.map(({ id, ns = 0, title, redirect, texts }) => {
    const revisions = texts.map((text, index) => {
      const who =
        index % 3 === 2
          ? '<contributor><ip>192.0.2.44</ip></contributor>'
          : `<contributor><username>User ${index % 3}</username><id>${(index % 3) + 11}</id></contributor>`
      const parent = index === 0 ? '' : `<parentid>${id * 1000 + index - 1}</parentid>`
      return (
        `<revision><id>${id * 1000 + index}</id>${parent}<timestamp>20${10 + index}-01-01T00:00:00Z</timestamp>${who}` +
        `<comment>edit ${index} of ${escaped(title)}</comment><model>wikitext</model><format>text/x-wiki</format>` +
        `<text xml:space="preserve">${escaped(text)}</text></revision>`
      )
    })
    const target = redirect === undefined ? '' : `<redirect title="${escaped(redirect)}" />`
    return `<page><title>${escaped(title)}</title><ns>${ns}</ns><id>${id}</id>${target}${revisions.join('\n')}</page>`
  })
  const namespaces = [
    [-2, 'Media'],
    [-1, 'Special'],
    [0, ''],
    [1, 'Talk'],
    [2, 'User'],
    [6, 'File'],
    [10, 'Template'],
    [14, 'Category'],
  ].map(([key, name]) => `<namespace key="${key}" case="first-letter">${name}</namespace>`)
  return `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
<siteinfo><sitename>Sample</sitename><base>https://wiki.example.org/wiki/Main_Page</base><case>first-letter</case>
<namespaces>${namespaces.join('')}</namespaces></siteinfo>
${body.join('\n')}
</mediawiki>
`
}
