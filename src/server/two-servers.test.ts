// What one server has in memory after another one has changed it, as docs/operations.md promises.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { buildServer, type Server } from './build-server.ts'
import { loadParts } from './parts.ts'

onEachEngine('two servers on one database', open => {
  let stores: Store[]
  let servers: Server[]
  let authorization: string

  before(async () => {
    const store = await open()
    stores = [store, await openStore(store.address)]
    const parts = await loadParts()
    const [clock, config] = [manualClock(), testConfig]
    servers = []
    for (const each of stores) servers.push(await buildServer({ store: each, clock, config, parts }))
    const { accounts } = servers[0]!.services
    const { id } = await accounts.register({ name: 'Boss', isSuperuser: true, groups: ['sysop'] })
    authorization = `Token ${await store.transaction(tx => regenerateApiKey(tx, id, clock))}`
  })
  after(async () => {
    for (const server of servers) await server.app.close()
    await stores[1]!.close()
  })

  const api = async (server: number, params: Record<string, string>, headers: Record<string, string> = {}) => {
    const all = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
    const isPost = params.token !== undefined
    const answer = await servers[server]!.app.inject(
      isPost
        ? {
            method: 'POST',
            url: '/w/api.php',
            headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
            payload: all.toString(),
          }
        : { url: `/w/api.php?${all}`, headers },
    )
    return answer.json()
  }
  const edit = async (server: number, title: string, text: string) => {
    const { query } = await api(server, { action: 'query', meta: 'tokens' }, { authorization })
    const form = { action: 'edit', title, text, token: query.tokens.csrftoken }
    const answer = await api(server, form, { authorization })
    assert.equal(answer.edit?.result, 'Success', JSON.stringify(answer))
  }
  const page = async (server: number, title: string) => (await servers[server]!.app.inject(`/wiki/${title}`)).body
  const parsed = async (server: number, page: string) => (await api(server, { action: 'parse', page })).parse.text

  test('a page is never outdated on either server', async () => {
    await edit(0, 'Shared', 'first text')
    for (const server of [0, 1, 1]) assert.match(await page(server, 'Shared'), /first text/)
    await edit(0, 'Shared', 'second text')
    for (const server of [1, 0]) {
      assert.match(await page(server, 'Shared'), /second text/)
      assert.match(await parsed(server, 'Shared'), /second text/)
    }
  })

  test('nor are pages that include it', async () => {
    await edit(0, 'Template:Part', 'old part')
    await edit(1, 'Whole', 'with {{Part}}')
    for (const server of [0, 1]) assert.match(await parsed(server, 'Whole'), /with old part/)
    await edit(1, 'Template:Part', 'new part')
    for (const server of [0, 1]) assert.match(await parsed(server, 'Whole'), /with new part/)
  })

  test('nor are messages of the wiki', async () => {
    const sitename = async (server: number) => {
      const answer = await api(server, { action: 'query', meta: 'allmessages', ammessages: 'aboutsite' })
      return answer.query.allmessages[0].content
    }
    const before = [await sitename(0), await sitename(1)]
    await edit(1, 'MediaWiki:Aboutsite', 'About us')
    assert.notDeepEqual(before, ['About us', 'About us'])
    assert.deepEqual([await sitename(0), await sitename(1)], ['About us', 'About us'])
  })

  test('nor are counters, keys and accounts', async () => {
    const edits = async (server: number) =>
      (await api(server, { action: 'query', meta: 'siteinfo', siprop: 'statistics' })).query.statistics.edits
    const before = await edits(1)
    await edit(0, 'Counted', 'once')
    assert.equal(await edits(1), before + 1)
    const me = (server: number) => servers[server]!.app.inject({ url: '/api/users/Boss/', headers: { authorization } })
    assert.deepEqual([(await me(0)).statusCode, (await me(1)).statusCode], [200, 200])
    const boss = (await servers[0]!.services.accounts.byName(stores[0]!.read, 'Boss'))!
    const key = await stores[0]!.transaction(tx => regenerateApiKey(tx, boss.id, servers[0]!.services.clock))
    assert.deepEqual([(await me(0)).statusCode, (await me(1)).statusCode], [401, 401])
    authorization = `Token ${key}`
    assert.deepEqual([(await me(0)).statusCode, (await me(1)).statusCode], [200, 200])
  })

  test('a listener that reconnects to another server gets what it missed', async () => {
    const [first, second] = await Promise.all(servers.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })))
    const listen = async (base: string, id?: string) => {
      const headers = id === undefined ? {} : { 'last-event-id': id }
      return (await fetch(`${base}/events/?changes&seconds=1`, { headers })).text()
    }
    const id = /^id: (\d+)$/m.exec(await listen(first!))![1]!
    assert.doesNotMatch(await listen(second!, id), /event: wiki-changes/)
    await edit(0, 'Missed', 'while nobody listened')
    for (const base of [second!, first!]) {
      const events = await listen(base, id)
      assert.match(events, /event: wiki-changes\ndata: \{"count":1\}/)
      assert.doesNotMatch(events, /event: reload/)
    }
  })
})
