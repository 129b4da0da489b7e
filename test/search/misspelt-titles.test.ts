// Misspelt titles of a real wiki (shared/data): one letter wrong, dropped or swapped. The page must come first.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { testServices } from '#core/testing.ts'
import { silent } from '#events/progress.ts'
import { systemClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { importWiki } from '#wiki/import/import-wiki.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import { shared } from '../conformance/corpus-wiki.ts'
import { Random } from '../random.ts'

const dump = path.join(shared, 'data', 'ltgwiki.sql.gz')
const site = path.join(shared, 'data', 'ltg-site.json')
const skip = existsSync(dump) && existsSync(site) ? false : 'the wiki of shared/data is missing'

const COUNT = 200
const LEAST = 0.9
const LETTERS = [...'aeiostrnlkmpvdugbzj']

/** The title with one letter wrong, dropped or swapped with the next. Only letters change. */
function misspelt(title: string, random: Random, kind: number): string | null {
  const places = [...title.matchAll(/(?<=\p{L})\p{L}(?=\p{L})/gu)].map(match => match.index)
  const at = places.length === 0 ? undefined : random.pick(places)
  if (at === undefined) return null
  const [before, letter, after] = [title.slice(0, at), title[at]!, title.slice(at + 1)]
  if (kind === 0) return before + random.pick(LETTERS) + after
  if (kind === 1) return before + after
  return before + after[0] + letter + after.slice(1)
}

async function misspellings(store: Store): Promise<{ title: string; typed: string }[]> {
  const rows = await store.read
    .selectFrom('page')
    .where('ns', '=', 0)
    .where('is_redirect', '=', 0)
    .orderBy('random')
    .select('title')
    .execute()
  const titles = rows.map(row => row.title.replaceAll('_', ' ')).filter(title => /\p{L}{4}/u.test(title))
  const all = new Set(titles)
  const random = new Random(28)
  return titles
    .flatMap((title, at) => {
      const typed = misspelt(title, random, at % 3)
      return typed === null || all.has(typed) ? [] : [{ title, typed }]
    })
    .slice(0, COUNT)
}

onEachEngine('misspelt titles', (open, engine) => {
  test(`lead to their pages on ${engine}`, { skip }, async t => {
    const store = await open()
    await importWiki(store, { files: [dump], site, clock: systemClock }, silent)
    const services = await testServices(store, systemClock)
    const wiki = await openWiki(services)
    const caller = await services.callers.identify({ ip: '127.0.0.1', headers: {} })
    const ask = async (params: Record<string, string>) => {
      const all = new Map(Object.entries({ format: 'json', formatversion: '2', ...params }))
      const request = { params: all, inUrl: new Set(all.keys()), files: new Map(), ip: '127.0.0.1' }
      return JSON.parse(
        String(
          (
            await actionApi(
              wiki,
              { method: 'GET', ...request, header: name => (name === 'prefer' ? 'handling=lenient' : undefined) },
              caller,
            )
          ).body,
        ),
      )
    }
    const ways: Record<string, (typed: string) => Promise<string | undefined>> = {
      completion: async typed => (await ask({ action: 'opensearch', search: typed, limit: '10' }))[1][0],
      search: async typed => {
        const { query } = await ask({ action: 'query', list: 'search', srsearch: typed, srenablerewrites: '1' })
        return query.search[0]?.title
      },
    }
    const searches = await misspellings(store)
    assert.equal(searches.length, COUNT)
    for (const [way, first] of Object.entries(ways)) {
      const wrong: string[] = []
      for (const { title, typed } of searches) {
        const page = await first(typed)
        if (page !== title) wrong.push(`${typed} → ${page}, not ${title}`)
      }
      const share = 1 - wrong.length / COUNT
      t.diagnostic(`${way}: ${COUNT - wrong.length} of ${COUNT} first (${(100 * share).toFixed(1)} %)`)
      assert.ok(share >= LEAST, wrong.join('\n'))
    }
  })
})
