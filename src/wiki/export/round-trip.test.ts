// Imports a wiki from a SQL dump, exports it as XML, imports that into a second wiki, and compares the two.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { silent } from '#events/progress.ts'
import type { Store } from '#store/store.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { FolderStore } from '../file-store.ts'
import { runImport } from '../import/testing.ts'
import { loadSite } from '../open-wiki.ts'
import { exportWiki } from './export-wiki.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../shared')

const named = (page: string, table: string) =>
  `select ${page}.ns || ':' || ${page}.title || ' > ' || t.ns || ':' || t.title as line from ${table} l join page ${page} on ${page}.id = l.from_id join link_target t on t.id = l.target_id`

/** Queries to compare, one line per row. Hidden parts of revisions are not exported. */
const SUBJECTS: Readonly<Record<string, string>> = {
  pages: `select id || ' ' || ns || ':' || title || ' ' || is_redirect || ' ' || latest_rev || ' ' || length as line from page`,
  histories: `select r.id || ' ' || page_id || ' ' || coalesce(parent_id, 0) || ' ' || timestamp || ' ' || minor || ' ' || r.deleted % 8 || ' ' ||
    case when r.deleted & 4 = 0 then a.name else '' end || ' ' || case when r.deleted & 2 = 0 then s.text else '' end as line
    from revision r join actor a on a.id = r.actor_id join summary s on s.id = r.summary_id`,
  texts: `select s.revision_id || ' ' || s.role || ' ' || s.origin || ' ' || c.model || ' ' || c.size || ' ' ||
    case when r.deleted & 1 = 0 then c.sha1 || ' ' || hex(b.hash) else '' end as line
    from slot s join revision r on r.id = s.revision_id join content c on c.id = s.content_id left join blob b on b.id = c.blob_id`,
  links: named('p', 'page_link'),
  templates: named('p', 'template_link'),
  images: named('p', 'image_link'),
  categories: `select p.ns || ':' || p.title || ' > ' || l.category || ' ' || l.sortkey_prefix || ' ' || l.type as line from category_link l join page p on p.id = l.page_id`,
  'external links': `select p.ns || ':' || p.title || ' > ' || l.url as line from external_link l join page p on p.id = l.from_id`,
  interwiki: `select p.ns || ':' || p.title || ' > ' || l.prefix || ':' || l.title as line from interwiki_link l join page p on p.id = l.from_id`,
  languages: `select p.ns || ':' || p.title || ' > ' || l.lang || ':' || l.title as line from language_link l join page p on p.id = l.from_id`,
  redirects: `select p.ns || ':' || p.title || ' > ' || coalesce(l.interwiki, '') || ':' || l.ns || ':' || l.title || '#' || coalesce(l.fragment, '') as line from redirect l join page p on p.id = l.from_id`,
  properties: `select p.ns || ':' || p.title || ' ' || l.name || '=' || l.value as line from page_prop l join page p on p.id = l.page_id`,
  files: `select name || ' ' || timestamp || ' ' || size || ' ' || sha1 as line from file union all
    select name || ' ' || archive_name || ' ' || timestamp || ' ' || size || ' ' || sha1 from old_file where deleted & 1 = 0`,
  logs: `select l.id || ' ' || type || ' ' || action || ' ' || timestamp || ' ' || case when deleted & 1 = 0 then ns || ':' || title || ' ' || params else '' end as line
    from log l where type not in ('suppress', 'spamblacklist', 'titleblacklist')`,
}

async function linesOf(store: Store, subject: string): Promise<string[]> {
  const { rows } = await sql.raw<{ line: string }>(SUBJECTS[subject]!).execute(store.read)
  return rows.map(({ line }) => line).sort()
}

async function roundTrip(dump: string, site: string): Promise<Record<string, { only: string[]; count: number }>> {
  const [first, second] = [await temporaryStore('sqlite'), await temporaryStore('sqlite')]
  const folder = temporaryFolder()
  const [target, logs] = [path.join(folder, 'pages.xml.gz'), path.join(folder, 'logs.xml.gz')]
  const siteFile = path.join(folder, 'site.json')
  await runImport(first, { files: [dump], site })
  const options = { history: true, uploads: true, fileStore: new FolderStore(path.join(folder, 'files')) }
  await exportWiki(first, await loadSite(first.read, ''), { ...options, target, logs, site: siteFile }, silent)
  await runImport(second, { files: [target, logs], site: siteFile })
  const found: Record<string, { only: string[]; count: number }> = {}
  for (const subject of Object.keys(SUBJECTS)) {
    const [mine, theirs] = [await linesOf(first, subject), await linesOf(second, subject)]
    const [ours, others] = [new Set(mine), new Set(theirs)]
    const only = [
      ...mine.filter(line => !others.has(line)).map(line => `- ${line}`),
      ...theirs.filter(line => !ours.has(line)).map(line => `+ ${line}`),
    ]
    found[subject] = { only, count: mine.length }
  }
  const scripted = await pagesWithModules(second)
  for (const each of Object.values(found))
    each.only = each.only.filter(line => !scripted.has(line.slice(2).split(' > ')[0]!))
  return found
}

/** The stored links of these pages come from a MediaWiki on which their modules failed. */
async function pagesWithModules(store: Store): Promise<Set<string>> {
  const pattern = /^(.*) > 828:/
  return new Set((await linesOf(store, 'templates')).flatMap(line => pattern.exec(line)?.[1] ?? []))
}

/** Differences caused by data in MediaWiki's tables that cannot be derived from the texts, each with the reason. */
const EXPECTED: readonly (readonly [subject: string, line: RegExp, why: string])[] = [
  [
    'categories',
    /> (Страницы_с_|Скрытые_категории|Lapas,_kurās_|Lapas_ar_|Nūglobuotuos_kategorejis|Scribunto_moduļi_)/,
    'named by interface messages, which come with --messages',
  ],
  [
    'categories',
    /> (Pages_(with|where|using|containing)_|Hidden_categories |Indexed_pages |Noindexed_pages )/,
    'the names of these categories without --messages',
  ],
  ['links', /> 10:Петля$/, 'in the error that MediaWiki shows for a template that includes itself'],
  ['links', /^- 828:.*\/doc$/, 'shown on modules by the extension Scribunto'],
  ['templates', /^- 828:.*\/doc$/, 'shown on modules by the extension Scribunto'],
]

for (const [name, dump, site] of [
  ['the corpus wiki', 'corpus/scenario.sql.gz', 'corpus/scenario-site.json'],
  ['a whole small Wikipedia', 'data/ltgwiki.sql.gz', 'data/ltg-site.json'],
] as const)
  test(`${name}: XML round trip from a SQL dump`, {
    skip: existsSync(path.join(shared, dump)) ? false : 'the shared dumps are not there',
  }, async t => {
    const found = await roundTrip(path.join(shared, dump), path.join(shared, site))
    for (const [subject, { only, count }] of Object.entries(found)) {
      t.diagnostic(`${subject}: ${count}, ${only.length} differ`)
      const rules = EXPECTED.filter(([about]) => about === subject)
      const unexplained = only.filter(line => !rules.some(([, pattern]) => pattern.test(line)))
      assert.deepEqual(unexplained, [], subject)
    }
  })

test('exports the corpus exactly as MediaWiki does, except for the address', {
  skip: existsSync(path.join(shared, 'corpus/scenario-full.xml.gz')) ? false : 'the shared dumps are not there',
}, async () => {
  const store = await temporaryStore('sqlite')
  const corpus = path.join(shared, 'corpus/scenario')
  await runImport(store, { files: [`${corpus}.sql.gz`], site: `${corpus}-site.json` })
  const folder = temporaryFolder()
  const file = (name: string) => path.join(folder, `${name}.xml.gz`)
  const site = await loadSite(store.read, '')
  const options = { fileStore: new FolderStore(folder) }
  await exportWiki(store, site, { ...options, history: true, target: file('full'), logs: file('logs') }, silent)
  await exportWiki(store, site, { ...options, history: false, target: file('current') }, silent)
  const read = async (name: string) =>
    gunzipSync(await readFile(name))
      .toString()
      .replace(/<base>.*<\/base>/, '')
  for (const name of ['full', 'logs', 'current'])
    assert.ok((await read(file(name))) === (await read(`${corpus}-${name}.xml.gz`)), `${name} differs`)
})
