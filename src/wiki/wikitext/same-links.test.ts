// Pages are parsed twice: for links when saved or imported, and for HTML when shown. Both must find the same links.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { openDump } from '#wiki/import/readers/decompress/decompress.ts'
import { readExport } from '#wiki/import/readers/xml/read-export.ts'
import { readPages } from '#wiki/sample/read-pages.ts'
import { defaultSite, type Site } from '#wiki/site/site.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { Harvester } from './harvest/harvest.ts'
import { renderPage } from './html/render.ts'
import { ltgSite, ruSite, testHost } from './testing/test-host.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../shared')

/** The sample uses its own texts. */
const wikis: Record<string, [file: string | null, site: () => Site]> = {
  'the sample wiki': [null, defaultSite],
  'a small wiki': [path.join(shared, 'data/smallwiki.xml.gz'), ltgSite],
  'the corpus wiki': [path.join(shared, 'corpus/scenario-current.xml.gz'), ruSite],
}

interface Page {
  readonly ns: number
  readonly dbkey: string
  readonly model: string
  readonly text: string
}

function samplePages(site: Site): Page[] {
  return readPages().flatMap(({ title, revisions }) => {
    const named = titleOrNull(site, title)
    return named === null ? [] : [{ ns: named.ns, dbkey: named.dbkey, model: 'wikitext', text: revisions.at(-1)!.text }]
  })
}

/** The pages of an export with their latest texts. */
async function pagesOf(file: string, site: Site): Promise<Page[]> {
  const pages = new Map<string, Page>()
  let title = ''
  for await (const { events } of readExport(await openDump(file)))
    for (const event of events) {
      if (event.kind === 'page') title = event.title
      if (event.kind !== 'revision') continue
      const named = titleOrNull(site, title)
      const { text, model = 'wikitext' } = event.main
      if (named === null || text === undefined) continue
      const { ns, dbkey } = named
      pages.set(title, { ns, dbkey, model, text: text.toString() })
    }
  return [...pages.values()]
}

for (const [name, [file, siteOf]] of Object.entries(wikis)) {
  const skip = file === null || existsSync(file) ? false : `no file ${file}`
  test(`finds the same pages, files, categories and URLs in links and HTML of ${name}`, { skip }, async t => {
    const site = siteOf()
    const pages = file === null ? samplePages(site) : await pagesOf(file, site)
    const texts = Object.fromEntries(pages.map(({ ns, dbkey, text }) => [`${ns}:${dbkey}`, text]))
    const host = testHost({ pages: texts, site, messages: {} })
    const harvester = new Harvester(host)
    const differing = pages.flatMap(page => {
      const { redirect: _, usesInvoke: __, ...harvested } = harvester.harvest(page, page.text, page.model)
      const shown = renderPage(host, page, page.text, {}, page.model).rendering.state.output.found()
      return JSON.stringify(sorted(harvested)) === JSON.stringify(sorted(shown))
        ? []
        : [{ page: `${page.ns}:${page.dbkey}`, ...difference(sorted(harvested), sorted(shown)) }]
    })
    t.diagnostic(`${pages.length} pages`)
    assert.ok(pages.length > 10)
    assert.deepEqual(differing, [])
  })
}

type Lines = Record<string, string[]>

/** Ignores the order. */
const sorted = (found: object): Lines =>
  Object.fromEntries(
    Object.entries(found).map(([kind, members]) => [
      kind,
      (Array.isArray(members) ? members : Object.entries(members)).map(member => JSON.stringify(member)).sort(),
    ]),
  )

/** Entries that only one of the two has. */
const difference = (harvested: Lines, shown: Lines): Lines =>
  Object.fromEntries(
    Object.keys(harvested).flatMap(kind => {
      const [one, other] = [new Set(harvested[kind]), new Set(shown[kind])]
      const lines = [...one.difference(other)].map(each => `only harvested: ${each}`)
      lines.push(...[...other.difference(one)].map(each => `only shown: ${each}`))
      return lines.length === 0 ? [] : [[kind, lines]]
    }),
  )
