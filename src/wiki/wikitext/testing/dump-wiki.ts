// A whole wiki from its SQL dump, in memory: pages with their texts, and MediaWiki's link tables. For tests that
// compare our parser with MediaWiki's.

import { readFileSync } from 'node:fs'
import { fallbackChain } from '#languages/wiki-languages.ts'
import { openDump } from '#wiki/import/readers/decompress/decompress.ts'
import { readSql } from '#wiki/import/readers/sql/read-sql.ts'
import type { SqlSelection, SqlValue } from '#wiki/import/readers/sql/sql-table.ts'
import { readTar } from '#wiki/import/readers/tar/read-tar.ts'
import { interwikiFromRow } from '#wiki/site/interwiki.ts'
import { type Site, siteFromInfo } from '#wiki/site/site.ts'
import type { WikitextHost } from '../host.ts'

export interface DumpPage {
  id: number
  ns: number
  dbkey: string
  model: string
  text: string
  revisionId: number
}

type Row = Record<string, SqlValue>

export interface DumpWiki {
  site: Site
  pages: DumpPage[]
  tables: Map<string, Row[]>
  host: WikitextHost
}

const texts = (...names: string[]) => names.map(name => [name, 'text'] as const)
const integers = (...names: string[]) => names.map(name => [name, 'integer'] as const)

const wanted: Record<string, SqlSelection> = {
  page: [
    ...integers('page_id', 'page_namespace', 'page_latest', 'page_is_redirect'),
    ...texts('page_title', 'page_content_model'),
  ],
  slots: integers('slot_revision_id', 'slot_content_id'),
  content: [...integers('content_id'), ...texts('content_address')],
  text: [...integers('old_id'), ['old_text', 'bytes'], ...texts('old_flags')],
  interwiki: [...texts('iw_prefix', 'iw_url', 'iw_api', 'iw_wikiid'), ...integers('iw_local', 'iw_trans')],
  image: texts('img_name'),
  pagelinks: [...integers('pl_from', 'pl_namespace'), ...texts('pl_title')],
  templatelinks: integers('tl_from', 'tl_target_id'),
  linktarget: [...integers('lt_id', 'lt_namespace'), ...texts('lt_title')],
  imagelinks: [...integers('il_from'), ...texts('il_to')],
  externallinks: [...integers('el_from'), ...texts('el_to')],
  iwlinks: [...integers('iwl_from'), ...texts('iwl_prefix', 'iwl_title')],
  langlinks: [...integers('ll_from'), ...texts('ll_lang', 'll_title')],
  categorylinks: [...integers('cl_from'), ...texts('cl_to', 'cl_sortkey_prefix')],
  redirect: [...integers('rd_from', 'rd_namespace'), ...texts('rd_title', 'rd_interwiki', 'rd_fragment')],
  page_props: [...integers('pp_page'), ...texts('pp_propname', 'pp_value')],
}

async function readTables(file: string): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>(Object.keys(wanted).map(name => [name, []]))
  for await (const batch of readSql(await openDump(file), table => wanted[table.name])) {
    for (const { table, rows } of batch.groups) {
      const columns = wanted[table.name]
      if (!columns) continue
      const target = tables.get(table.name)!
      for (const row of rows)
        target.push(Object.fromEntries(columns.map(([name], index) => [name, row[index] ?? null])))
    }
  }
  return tables
}

async function readMessages(archive: string, language: string): Promise<Map<string, string>> {
  const chain = fallbackChain(language)
  const byLanguage = new Map<string, Record<string, unknown>[]>()
  for await (const { path, data } of readTar(await openDump(archive))) {
    const code = /\/([^/]+)\.json$/.exec(path)?.[1] ?? ''
    if (chain.includes(code)) byLanguage.set(code, [...(byLanguage.get(code) ?? []), JSON.parse(data.toString('utf8'))])
  }
  const messages = new Map<string, string>()
  for (const code of chain.toReversed()) {
    for (const group of byLanguage.get(code) ?? []) {
      for (const [key, value] of Object.entries(group)) if (typeof value === 'string') messages.set(key, value)
    }
  }
  return messages
}

function readPages(tables: Map<string, Row[]>): DumpPage[] {
  const address = new Map(tables.get('content')!.map(row => [row.content_id, String(row.content_address)]))
  const contentOf = new Map(tables.get('slots')!.map(row => [row.slot_revision_id, row.slot_content_id]))
  const blobs = new Map(tables.get('text')!.map(row => [`tt:${row.old_id}`, row.old_text as Buffer]))
  return tables.get('page')!.map(row => ({
    id: Number(row.page_id),
    ns: Number(row.page_namespace),
    dbkey: String(row.page_title),
    model: String(row.page_content_model ?? 'wikitext'),
    revisionId: Number(row.page_latest),
    text: (blobs.get(address.get(contentOf.get(row.page_latest!)!) ?? '') ?? Buffer.from('')).toString('utf8'),
  }))
}

export interface DumpFiles {
  sql: string
  site: string
  /** Archive of interface messages. */
  messages?: string
  extraMessages?: Record<string, string>
  now: number
  freeDisplayTitle?: boolean
}

export async function readDumpWiki(files: DumpFiles): Promise<DumpWiki> {
  const tables = await readTables(files.sql)
  const info = JSON.parse(readFileSync(files.site, 'utf8'))
  const interwiki = tables.get('interwiki')!.map(row =>
    interwikiFromRow(
      {
        prefix: String(row.iw_prefix),
        url: String(row.iw_url),
        local: row.iw_local === 1,
        trans: row.iw_trans === 1,
      },
      info.languages,
    ),
  )
  const site = siteFromInfo(info, interwiki)
  const pages = readPages(tables)
  const byTitle = new Map(pages.map(page => [`${page.ns}:${page.dbkey}`, page]))
  const fileNames = new Set(tables.get('image')!.map(row => String(row.img_name)))
  const fileRedirects = new Map<string, string>()
  for (const row of tables.get('redirect')!) {
    const page = pages.find(({ id }) => id === row.rd_from)
    if (page?.ns === 6 && row.rd_namespace === 6) fileRedirects.set(page.dbkey, String(row.rd_title))
  }
  const messages = files.messages ? await readMessages(files.messages, site.language) : new Map<string, string>()
  for (const [key, text] of Object.entries(files.extraMessages ?? {})) messages.set(key, text)
  const host: WikitextHost = {
    site,
    now: files.now,
    stats: { pages: pages.length, articles: 0, files: fileNames.size, edits: 0, users: 0, activeUsers: 0, admins: 0 },
    freeDisplayTitle: files.freeDisplayTitle ?? false,
    templateText: (ns, dbkey) => byTitle.get(`${ns}:${dbkey}`) ?? null,
    pageExists: (ns, dbkey) => byTitle.has(`${ns}:${dbkey}`),
    fileExists: dbkey => fileNames.has(dbkey),
    fileRedirect: dbkey => fileRedirects.get(dbkey) ?? null,
    message: key => {
      const local = byTitle.get(`8:${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll(' ', '_')}`)
      return local?.text ?? messages.get(key) ?? null
    },
  }
  return { site, pages, tables, host }
}
