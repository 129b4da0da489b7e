// What the workers of one server share: a page is rendered by one of them, and never outdated in another.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { FileCache } from '#store/file-cache.ts'
import { newCacheFile } from '#store/new-cache-file.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { TextWork } from '#wiki/content/text-work/text-work.ts'
import { buildServer, type Server } from './build-server.ts'
import { AskedClaims, ClaimKeeper } from './claims.ts'
import { loadParts } from './parts.ts'

onEachEngine('two workers with one cache', open => {
  let stores: Store[]
  let workers: Server[]
  let authorization: string

  before(async () => {
    const store = await open()
    stores = [store, await openStore(store.address)]
    const parts = await loadParts()
    const [clock, config, file] = [manualClock(), testConfig, newCacheFile(temporaryFolder())]
    const asking: AskedClaims[] = []
    const keeper = new ClaimKeeper<number>((worker, message) => setImmediate(() => asking[worker]!.hear(message)))
    workers = []
    for (const [index, each] of stores.entries()) {
      const claims = new AskedClaims(message => setImmediate(() => keeper.hear(index, message)))
      asking.push(claims)
      const sharedCache = new FileCache({ file, name: 'test', limit: 10_000_000, claims, onError: assert.ifError })
      workers.push(await buildServer({ store: each, clock, config, parts, sharedCache }))
    }
    const { accounts } = workers[0]!.services
    const { id } = await accounts.register({ name: 'Boss', isSuperuser: true, groups: ['sysop'] })
    authorization = `Token ${await store.transaction(tx => regenerateApiKey(tx, id, clock))}`
  })
  after(async () => {
    for (const { app } of workers) await app.close()
    await stores[1]!.close()
  })

  const post = async (params: Record<string, string>) => {
    const send = async (all: Record<string, string>) => {
      const answer = await workers[0]!.app.inject({
        method: 'POST',
        url: '/w/api.php',
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
        payload: new URLSearchParams({ format: 'json', formatversion: '2', ...all }).toString(),
      })
      return answer.json()
    }
    const { query } = await send({ action: 'query', meta: 'tokens' })
    const answer = await send({ ...params, token: query.tokens.csrftoken })
    assert.equal(answer.error, undefined, JSON.stringify(answer))
  }
  const edit = (title: string, text: string) => post({ action: 'edit', title, text })
  const get = async (worker: number, url: string) => (await workers[worker]!.app.inject(url)).body
  const parsed = (worker: number, page: string) =>
    get(worker, `/w/api.php?action=parse&format=json&prop=text&page=${page}`)

  /** Returns a function that does some work and returns the pages that were rendered for it, by either worker. */
  function watching(t: TestContext): (work: () => Promise<unknown>) => Promise<string[]> {
    const { mock } = t.mock.method(TextWork.prototype, 'run')
    return async work => {
      const earlier = mock.callCount()
      await work()
      return mock.calls
        .slice(earlier)
        .flatMap(({ arguments: [kind, order] }) => (kind === 'render' && 'page' in order! ? [order.page.dbkey] : []))
    }
  }

  test('a page is rendered once, by one of them', async t => {
    await edit('Tea', 'green tea')
    const rendered = watching(t)
    const pages = await rendered(async () => {
      for (const worker of [0, 1, 0, 1]) assert.match(await parsed(worker, 'Tea'), /green tea/)
    })
    assert.deepEqual(pages, ['Tea'])
  })

  test('however many ask at the same time, and whichever of them they ask', async t => {
    await edit('Milk', 'cold milk')
    const rendered = watching(t)
    const pages = await rendered(async () => {
      const asked = Array.from({ length: 20 }, (_, i) => parsed(i % 2, 'Milk'))
      for (const body of await Promise.all(asked)) assert.match(body, /cold milk/)
    })
    assert.deepEqual(pages, ['Milk'])
  })

  test('an edit, a template and a linked page show in both immediately, rendered once', async t => {
    await edit('Template:Cup', 'small cup')
    await edit('Table', '{{cup}} and [[chair]]')
    const rendered = watching(t)
    const both = (pattern: RegExp) =>
      rendered(async () => {
        for (const worker of [1, 0]) assert.match(await parsed(worker, 'Table'), pattern)
      })
    assert.deepEqual(await both(/small cup.*redlink/), ['Table'])
    await edit('Template:Cup', 'large cup')
    assert.deepEqual(await both(/large cup/), ['Table'])
    await edit('Table', '{{cup}} on the table, [[chair]]')
    assert.deepEqual(await both(/large cup on the table/), ['Table'])
    await edit('Chair', 'a chair')
    assert.deepEqual(await both(/on the table, <a href=\\"\/wiki\/Chair\\"/), ['Table'])
    await post({ action: 'delete', title: 'Chair' })
    assert.deepEqual(await both(/redlink/), ['Table'])
    await edit('Elsewhere', 'something else')
    assert.deepEqual(await both(/large cup on the table/), [])
  })

  test('counts that change without an edit of the page are never outdated', async () => {
    await edit('Count', '{{PAGESINCATEGORY:Drinks}} drinks')
    for (const worker of [0, 1]) assert.match(await parsed(worker, 'Count'), />0 drinks/)
    await edit('Water', '[[Category:Drinks]]')
    for (const worker of [1, 0]) assert.match(await parsed(worker, 'Count'), />1 drinks/)
  })

  test('the view of a page uses the same rendering', async t => {
    await edit('View', 'a view')
    const rendered = watching(t)
    const pages = await rendered(async () => {
      for (const worker of [0, 1]) assert.match(await get(worker, '/wiki/View'), /a view/)
    })
    assert.deepEqual(
      pages.filter(page => page === 'View'),
      ['View'],
    )
  })
})
