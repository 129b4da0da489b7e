import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { testServices } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { actionApi } from '../../actions/index.ts'
import { mountActionApi } from '../../api/plugin.ts'
import { openWiki, SITE_INFO } from '../../open-wiki.ts'
import siteInfo from '../../site/fixtures/site-ru.json' with { type: 'json' }
import { askWiki, testWiki } from '../../testing.ts'
import type { Wiki } from '../../wiki.ts'
import { AtOnce, doOrder, TextDesk } from './do-order.ts'
import type { TextOrder, TextWorkKind } from './orders.ts'
import { TextWork, WorkRefused } from './text-work.ts'

const NOW = 1_794_700_800
const page = { ns: 0, dbkey: 'X' }
const text = '== a ==\n{{#if:x|[[b]] <ref>c</ref>}} [[Category:d]] ~~~~\n'
const long = text.repeat(600)
/** Many templates to parse, but nothing to expand. */
const dense = `== a ==\n${'{{a|b}}'.repeat(20_000)}`
const longFor = (kind: TextWorkKind) =>
  kind === 'render' ? long : /tree|section/.test(kind) ? dense : text.repeat(6_000)
const signature = { author: '[[A]]', time: 'now' }

const poolOf = (wiki: Wiki) => wiki.services.threads.pool(new URL('./text-thread.ts', import.meta.url))
const refusal = (reason: string) => (error: unknown) => error instanceof WorkRefused && error.reason === reason

const orders: { readonly [K in TextWorkKind]: (text: string) => TextOrder<K> } = {
  diff: text => ({ before: text, after: text.replaceAll('a', 'x y') }),
  'diff-json': text => ({ before: text, after: text.replaceAll('a', 'x y') }),
  headings: text => ({ text }),
  'diff-html': text => ({ before: text, after: text.replaceAll('a', 'x y') }),
  merge: text => ({ base: text.repeat(4), mine: `x\n${text.repeat(4)}`, theirs: `${text.repeat(4)}y` }),
  render: text => ({ page, text, model: 'wikitext', language: 'de', wants: { offsets: true, limitLabels: true } }),
  expand: text => ({ page, text, language: 'en' }),
  'expand-and-tell': text => ({ page, text, language: 'en', keepsComments: true }),
  harvest: text => ({ page, text, model: 'wikitext' }),
  'pre-save': text => ({ page, text, signature }),
  console: text => ({ page: { ns: 828, dbkey: 'X' }, text: 'return {}', earlier: [], question: `--[[${text}]]` }),
  'check-module': text => ({ name: 'Module:X', text: `--[[${text}]]` }),
  extract: text => ({ html: text.repeat(4), options: { intro: false, plain: true, sections: 'wiki' } }),
  'parse-tree': text => ({ text }),
  section: text => ({ text, section: '1' }),
  'replace-section': text => ({ text, section: '1', replacement: 'new' }),
}
/** The console runs Lua, which is always on a worker thread (module-console.test.ts). */
const kinds = (Object.keys(orders) as TextWorkKind[]).filter(kind => kind !== 'console')

onEachEngine('text work', open => {
  const openSite = async () => {
    const store = await open()
    const value = JSON.stringify(siteInfo)
    await store.transaction(tx => tx.insertInto('site_setting').values({ key: SITE_INFO, value }).execute())
    const wiki = await openWiki(await testServices(store))
    after(() => wiki.services.threads.close())
    return wiki
  }

  test('gives the same result for a long text on a worker thread', async () => {
    const wiki = await openSite()
    for (const kind of kinds) {
      const work = new TextWork(wiki, NOW)
      const here = await doOrder(kind, new TextDesk(wiki, NOW), orders[kind](longFor(kind)) as never, new AtOnce(1e9))
      assert.deepEqual(await work.run(kind, orders[kind](longFor(kind)) as never), here, kind)
      assert.ok(poolOf(wiki).size > 0, kind)
      await assert.rejects(new TextWork(wiki, NOW, { mostSteps: 1 }).run(kind, orders[kind](longFor(kind)) as never))
    }
  })

  test('handles a short text without a worker thread', async () => {
    const wiki = await openSite()
    for (const kind of kinds) await new TextWork(wiki, NOW).run(kind, orders[kind](text) as never)
    assert.equal(poolOf(wiki).size, 0)
  })
})

test('keeps the event loop responsive during long work', async () => {
  const { wiki } = await testWiki()
  let turns = 0
  let done = false
  const others = async () => {
    for (; !done; turns++) await nextTurn()
  }
  const watching = others()
  await new TextWork(wiki, NOW).run('render', orders.render(long))
  done = true
  await watching
  assert.ok(turns > 50, `${turns} turns`)
})

test('shares one limit between all texts of a request', async () => {
  const { wiki } = await testWiki()
  const work = new TextWork(wiki, NOW, { mostSteps: 100_000 })
  await work.run('expand', orders.expand(long))
  await assert.rejects(async () => {
    for (let count = 0; count < 20; count++) await work.run('expand', orders.expand(long))
  }, refusal('too much'))
})

test('explains in the API error what to do about a text that is too complex', async () => {
  const { ask, wiki } = await testWiki()
  const { json } = await ask({ action: 'parse', text: 'a', summary: '[[a]] '.repeat(20_000) })
  assert.equal(json.error.code, 'texttoocostly')
  assert.match(json.error.info, /Request less at a time/)
  await wiki.services.threads.close()
  const busy = await ask({ action: 'parse', text: long, prop: 'text' })
  assert.equal(busy.json.error.code, 'concurrency-limit')
  assert.equal(busy.headers['retry-after'], '5')
  assert.equal((await ask({ action: 'parse', text: 'a', prop: 'text' })).json.error, undefined)
})

test('stops when the client disconnects', async () => {
  const { wiki } = await testWiki()
  const app = fastify()
  await mountActionApi(app, wiki, actionApi)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const form = new URLSearchParams({ action: 'parse', format: 'json', prop: 'text', text: long.repeat(20) })
  const leaving = new AbortController()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const asked = fetch(`http://127.0.0.1:${port}/api.php`, {
    method: 'POST',
    headers,
    body: form.toString(),
    signal: leaving.signal,
  })
  const pool = poolOf(wiki)
  for (let tries = 0; pool.size === 0 && tries < 1000; tries++) await sleep(5)
  assert.equal(pool.size, 1)
  leaving.abort()
  await assert.rejects(asked, { name: 'AbortError' })
  for (let tries = 0; pool.size > 0 && tries < 300; tries++) await sleep(10)
  assert.equal(pool.size, 0)
  await app.close()
})

onEachEngine('texts with more pages than a statement has parameters', open => {
  const many = 33_500
  for (const [what, unit] of [
    ['links', (i: number) => `[[a${i}]]`],
    ['categories', (i: number) => `[[Category:a${i}]]`],
    ['templates', (i: number) => `{{a${i}}}`],
  ] as const) {
    test(what, async () => {
      const store = await open()
      const value = JSON.stringify(siteInfo)
      await store.transaction(tx => tx.insertInto('site_setting').values({ key: SITE_INFO, value }).execute())
      const wiki = await openWiki(await testServices(store, undefined, { textSteps: 10_000_000 }))
      after(() => wiki.services.threads.close())
      const named = Array.from({ length: many }, (_, i) => unit(i)).join(' ')
      const { json } = await askWiki(wiki, { action: 'parse', text: named, prop: what, formatversion: '2' })
      assert.equal(json.error, undefined)
      assert.equal(json.parse[what].length, many)
    })
  }
})
