// Responses that depend only on the site are kept. Whatever they show is new on every server right after a change.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { cacheStatistics } from '#cache/bounded-cache.ts'
import { type ChosenFace, saveFace, storedFace } from '#core/site-face.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { importMessages } from '#wiki/import/messages.ts'
import { buildServer, type Server } from './build-server.ts'
import { loadParts } from './parts.ts'

type Params = Readonly<Record<string, string>>

const hits = (): number =>
  cacheStatistics()
    .filter(({ name }) => name.startsWith('API responses'))
    .reduce((sum, { hits }) => sum + hits, 0)

onEachEngine('kept responses of the Action API', open => {
  const clock = manualClock()
  let stores: Store[]
  let servers: Server[]
  let boss: number
  let authorization: string

  before(async () => {
    const store = await open()
    stores = [store, await openStore(store.address)]
    const parts = await loadParts()
    servers = []
    for (const each of stores) servers.push(await buildServer({ store: each, clock, config: testConfig, parts }))
    const { accounts } = servers[0]!.services
    boss = (await accounts.register({ name: 'Boss', isSuperuser: true, groups: ['sysop', 'bureaucrat'] })).id
    authorization = `Token ${await store.transaction(tx => regenerateApiKey(tx, boss, clock))}`
  })
  after(async () => {
    for (const server of servers) await server.app.close()
    await stores[1]!.close()
  })

  const urlOf = (params: Params) =>
    `/w/api.php?${new URLSearchParams({ format: 'json', formatversion: '2', ...params })}`
  const get = (server: number, params: Params, headers: Record<string, string> = {}) =>
    servers[server]!.app.inject({ url: urlOf(params), headers })
  const ask = async (server: number, params: Params, headers: Record<string, string> = {}) =>
    (await get(server, params, headers)).json()
  const post = async (server: number, params: Params) => {
    const { query } = await ask(server, { action: 'query', meta: 'tokens', type: 'csrf|userrights' }, { authorization })
    const { csrftoken, userrightstoken } = query.tokens
    const token = params.action === 'userrights' ? userrightstoken : csrftoken
    const answer = await servers[server]!.app.inject({
      method: 'POST',
      url: '/w/api.php',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
      payload: new URLSearchParams({ format: 'json', formatversion: '2', token, ...params }).toString(),
    })
    assert.equal(answer.json().error, undefined, answer.body)
  }
  const siteinfo = (siprop: string, more: Params = {}) => ({ action: 'query', meta: 'siteinfo', siprop, ...more })
  const isKept = async (params: Params, headers?: Record<string, string>): Promise<boolean> => {
    await get(0, params, headers)
    const before = hits()
    await get(0, params, headers)
    return hits() > before
  }

  /** What a response contains on both servers, twice, so that the second one is a kept one. */
  async function everywhere(params: Params, find: RegExp): Promise<boolean> {
    const found: boolean[] = []
    for (const server of [0, 1, 0, 1]) found.push(find.test((await get(server, params)).body))
    assert.ok(
      found.every(each => each === found[0]),
      String(found),
    )
    return found[0]!
  }

  test('come from memory with the same headers and body', async () => {
    const params = siteinfo('languages|namespaces|magicwords', { smaxage: '60', uselang: 'de' })
    const first = await get(0, params)
    const before = hits()
    const second = await get(0, params)
    assert.equal(hits(), before + 1)
    assert.equal(second.body, first.body)
    const comparable = (headers: object) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name)))
    assert.deepEqual(comparable(second.headers), comparable(first.headers))
    assert.equal(second.headers['cache-control'], 's-maxage=60, max-age=0, public')
    for (let round = 0; round < 2; round++) {
      for (const [encoding, decode] of [
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
      ] as const) {
        const packed = await get(0, params, { 'accept-encoding': encoding })
        assert.equal(packed.headers['content-encoding'], encoding)
        assert.equal(decode(packed.rawPayload).toString(), first.body)
      }
    }
  })

  test('only for requests that depend on nothing else', async () => {
    assert.ok(await isKept({ action: 'paraminfo', modules: 'parse' }))
    assert.ok(await isKept({ action: 'help', modules: 'edit' }))
    assert.ok(await isKept(siteinfo('usergroups')))
    assert.ok((await isKept({ action: 'query', meta: 'languageinfo', lilimit: '' })) === false, 'has a warning')
    for (const params of [
      siteinfo('general'),
      siteinfo('namespaces|statistics'),
      siteinfo('dbrepllag'),
      siteinfo('usergroups', { sinumberingroup: '1' }),
      siteinfo('namespaces', { titles: 'Main Page' }),
      siteinfo('namespaces', { list: 'allpages' }),
      siteinfo('namespaces', { meta: 'siteinfo|userinfo' }),
      siteinfo('namespaces', { curtimestamp: '1' }),
      siteinfo('namespaces', { requestid: '7' }),
      siteinfo('namespaces', { servedby: '1' }),
      siteinfo('namespaces', { unknown: '1' }),
      siteinfo('namespaces', { assert: 'user' }),
    ])
      assert.equal(await isKept(params), false, JSON.stringify(params))
    assert.equal(await isKept(siteinfo('namespaces'), { authorization }), false)
  })

  test('tell visitors and others apart', async () => {
    const params = { action: 'paraminfo', modules: 'query+allpages' }
    const limitOf = async (headers: Record<string, string> = {}) => {
      const { paraminfo } = await ask(0, params, headers)
      return paraminfo.modules[0].parameters.find((each: { name: string }) => each.name === 'limit').max
    }
    const shown = [await limitOf(), await limitOf({ authorization }), await limitOf()]
    assert.equal(shown[0], shown[2])
    assert.ok((await get(0, siteinfo('namespaces', { assert: 'user' }))).body.includes('assertuserfailed'))
    assert.ok(!(await get(0, siteinfo('namespaces', { assert: 'user' }), { authorization })).body.includes('error'))
  })

  test('tell languages and formats apart', async () => {
    const page = async (uselang: string) => (await get(0, { action: 'help', modules: 'rsd', uselang })).body
    for (const language of ['en', 'de', 'en', 'de'])
      assert.match(await page(language), new RegExp(`lang="${language}"`))
    const names = async (more: Params) =>
      (await get(0, { action: 'query', meta: 'languageinfo', liprop: 'autonym', licode: 'fr', ...more })).body
    for (let round = 0; round < 2; round++) {
      assert.match(await names({}), /"batchcomplete":true.*français/)
      assert.match(await names({ format: 'xml' }), /^<\?xml/)
      assert.match(await names({ formatversion: '1' }), /fran\\u00e7ais/)
    }
  })

  test('are new when the name and the licence of the site change', async () => {
    const changeFace = async (server: number, chosen: ChosenFace) => {
      const saved = await stores[server]!.transaction(async tx =>
        saveFace(tx, clock, await storedFace(tx), chosen, boss),
      )
      assert.ok(saved)
    }
    const [rights, repository] = [siteinfo('rightsinfo'), { action: 'query', meta: 'filerepoinfo' }]
    assert.equal(await everywhere(rights, /Free of charge/), false)
    assert.equal(await everywhere(repository, /Harbour/), false)
    await changeFace(1, { name: 'Harbour', licence: { text: 'Free of charge', url: 'https://example.org/' } })
    assert.ok(await everywhere(rights, /Free of charge/))
    assert.ok(await everywhere(repository, /Harbour/))
    await changeFace(0, { name: 'Mountain' })
    assert.equal(await everywhere(rights, /Free of charge/), false)
    assert.ok(await everywhere(repository, /Mountain/))
  })

  test('are new when interface messages are imported', async () => {
    const params = { action: 'paraminfo', modules: 'rsd', helpformat: 'wikitext', uselang: 'de' }
    const page = { action: 'help', modules: 'rsd', uselang: 'de' }
    for (const text of ['Erste Fassung', 'Zweite Fassung']) {
      assert.equal(await everywhere(params, new RegExp(text)), false)
      assert.equal(await everywhere(page, new RegExp(text)), false)
      const folder = temporaryFolder()
      mkdirSync(path.join(folder, 'core'))
      writeFileSync(path.join(folder, 'core', 'de.json'), JSON.stringify({ 'apihelp-rsd-summary': text }))
      await importMessages(stores[1]!, { folder, clock })
      assert.ok(await everywhere(params, new RegExp(text)))
      assert.ok(await everywhere(page, new RegExp(text)))
    }
  })

  test('are new when tags and groups change', async () => {
    const params = { action: 'paraminfo', modules: 'edit' }
    assert.equal(await everywhere(params, /"harmless"/), false)
    await post(1, { action: 'managetags', operation: 'create', tag: 'harmless' })
    assert.ok(await everywhere(params, /"harmless"/))
    await post(0, { action: 'managetags', operation: 'deactivate', tag: 'harmless' })
    assert.equal(await everywhere(params, /"harmless"/), false)

    await servers[0]!.services.accounts.register({ name: 'Ann' })
    const sysops = siteinfo('usergroups', { sinumberingroup: '1' })
    const two = /"name":"sysop","rights":\[[^\]]*\],"number":2/
    assert.equal(await everywhere(sysops, two), false)
    await post(1, { action: 'userrights', user: 'Ann', add: 'sysop' })
    assert.ok(await everywhere(sysops, two))
  })

  const edit = (server: number, title: string, text: string) => post(server, { action: 'edit', title, text })
  const parsed = (page: string, more: Params = {}): Params => ({ action: 'parse', page, prop: 'text', ...more })

  test('of a page come from memory, for clients with and without compression', async () => {
    const long = 'Long text about the [[Sea]]. '.repeat(500)
    for (const [title, text] of [
      ['Short', 'Some text'],
      ['Long', long],
      ['Longest', `${long}\n\n`.repeat(10)],
    ] as const) {
      await edit(0, title, text)
      const first = await get(0, parsed(title))
      assert.equal(first.headers['content-encoding'], undefined)
      const before = hits()
      const responses = [
        await get(0, parsed(title)),
        await get(0, parsed(title), { 'accept-encoding': 'gzip' }),
        await get(0, parsed(title), { 'accept-encoding': 'br, gzip' }),
        await get(0, parsed(title), { 'accept-encoding': 'br' }),
        await get(0, parsed(title), { 'accept-encoding': 'gzip', 'x-no-compression': '1' }),
      ]
      assert.equal(hits(), before + responses.length)
      const encodings = responses.map(({ headers }) => headers['content-encoding'])
      assert.deepEqual(
        encodings,
        title === 'Short' ? Array(5).fill(undefined) : [undefined, 'gzip', 'gzip', 'br', undefined],
      )
      for (const { headers, rawPayload } of responses) {
        const decode = { gzip: gunzipSync, br: brotliDecompressSync }[String(headers['content-encoding'])]
        assert.equal((decode ? decode(rawPayload) : rawPayload).toString(), first.body)
        assert.equal(headers['content-type'], first.headers['content-type'])
        if (decode) assert.match(String(headers.vary), /accept-encoding/)
      }
    }
  })

  test('of a page are kept only if the change log reports all that they depend on', async () => {
    await edit(0, 'Template:Clock', '{{CURRENTTIME}}')
    await edit(0, 'Told', '{{Clock}}')
    await edit(0, 'Counted', '{{NUMBEROFUSERS}}')
    await edit(0, 'Plain', '== One ==\nText [[Category:Some]]\n== Two ==\n{{NUMBEROFUSERS}}')
    const kept: boolean[] = []
    for (const params of [
      parsed('Plain', { section: '1' }),
      { action: 'parse', page: 'Plain', section: '1' },
      parsed('Plain', { section: '2' }),
      parsed('Plain'),
      parsed('Told'),
      parsed('Counted'),
      parsed('Missing'),
      parsed('Plain', { section: '1', summary: 'Words' }),
      { action: 'parse', title: 'Plain', text: 'Text', prop: 'text', contentmodel: 'wikitext' },
    ])
      kept.push(await isKept(params))
    assert.deepEqual(kept, [true, true, false, false, false, false, false, false, false])
    assert.equal(await isKept(parsed('Plain', { section: '1' }), { authorization }), false)
  })

  test('of a page are new when it, a template, a link or a category changes', async () => {
    await edit(0, 'Template:Weather', 'rain')
    await edit(0, 'Forecast', '{{Weather}} [[Harbour wall]] [[Category:Days]]')
    const params = parsed('Forecast', { prop: 'text|categories' })
    assert.ok(await everywhere(params, /rain.*redlink/))
    await edit(1, 'Template:Weather', 'sunshine')
    assert.ok(await everywhere(params, /sunshine/))
    await edit(0, 'Harbour wall', 'A wall')
    assert.equal(await everywhere(params, /redlink/), false)
    await edit(1, 'Forecast', '{{Weather}} tomorrow [[Category:Days]]')
    assert.ok(await everywhere(params, /tomorrow/))

    await edit(0, 'Template:Kind', 'words')
    // More than the pages that are refreshed before the response.
    for (const title of ['Days', ...'ABCDEFGHIJ']) await edit(0, `Category:${title}`, '{{Kind}}')
    const hidden = /"category":"Days","hidden":true/
    assert.equal(await everywhere(params, hidden), false)
    await edit(1, 'Template:Kind', '__HIDDENCAT__')
    assert.equal(await everywhere(params, hidden), false, 'a job refreshes many pages')
    const { store: own, jobs, log } = servers[1]!.services
    // The job that makes the component of the interface takes long.
    await own.transaction(tx => tx.deleteFrom('job').where('kind', 'not like', 'wiki-%').execute())
    await new JobRunner({ store: own, jobs, log, leaseClock: clock }).drain()
    assert.ok(await everywhere(params, hidden))
    await post(1, { action: 'delete', title: 'Forecast' })
    assert.ok(await everywhere(params, /missingtitle/))
  })
})
