// Tests the client with a real server: ours, and the MediaWiki in PARLANCE_TEST_MEDIAWIKI.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { onEachEngine } from '../../../src/store/testing.ts'
import { HttpError, Wiki, WikiError } from '../src/index.ts'
import { MEDIAWIKI, MEDIAWIKI_ADMIN, NO_MEDIAWIKI, type Site, startSite } from './server.ts'

async function all<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of iterable) items.push(item)
  return items
}

interface Server {
  readonly api: string
  readonly name: string
  readonly password: string
}

function behaves(start: () => Promise<Server>): void {
  let wiki: Wiki
  let server: Server
  before(async () => {
    server = await start()
    wiki = new Wiki({ url: server.api, userAgent: 'parlance-client-tests/1 (tests@example.org)' })
    assert.equal(await wiki.login(server.name, server.password), server.name)
    for (const title of ['Quay A', 'Quay B', 'Quay C'])
      await wiki.action('edit', { title, text: `[[${title}]] [[Quay A]] [[Quay D]] [[Quay E]]`, summary: 'made' })
  })

  test('iterates over a list with continuation', async () => {
    const pages = await all(wiki.list('allpages', { apprefix: 'Quay ', aplimit: 1 }))
    assert.deepEqual(
      pages.map(({ title, ns }) => [title, ns]),
      [
        ['Quay A', 0],
        ['Quay B', 0],
        ['Quay C', 0],
      ],
    )
  })

  test('merges several responses about a page', async () => {
    const query = { titles: ['Quay A', 'Quay B'], prop: ['links', 'info'], pllimit: 1 } as const
    const pages = await all(wiki.pages(query))
    const links = pages.map(page => [page.title, page.links?.map(({ title }) => title), typeof page.lastrevid])
    assert.deepEqual(links, [
      ['Quay A', ['Quay D', 'Quay E'], 'number'],
      ['Quay B', ['Quay A', 'Quay D', 'Quay E'], 'number'],
    ])
    assert.ok((await all(wiki.queryAll(query))).length > 3)
  })

  test('combines a generator with page properties', async () => {
    const found = await all(
      wiki.pages({
        generator: 'allpages',
        gapprefix: 'Quay ',
        gaplimit: 2,
        prop: 'revisions',
        rvprop: 'content',
        rvslots: 'main',
      }),
    )
    assert.deepEqual(
      found.map(({ title }) => title),
      ['Quay A', 'Quay B', 'Quay C'],
    )
    assert.match(found[0]!.revisions![0]!.slots!.main!.content!, /^\[\[Quay A\]\]/)
  })

  test('adds the edit token, and replaces an expired one', async () => {
    let isFirst = true
    const corruptingFetch: typeof fetch = async (input, init) => {
      const body = init?.body
      if (!(body instanceof URLSearchParams) || body.get('action') !== 'edit' || !isFirst) return fetch(input, init)
      isFirst = false
      const corrupted = new URLSearchParams(body)
      corrupted.set('token', `0123456789abcdef0123456789abcdef01234567+\\`)
      return fetch(input, { ...init, body: corrupted })
    }
    const own = new Wiki({ url: server.api, fetch: corruptingFetch })
    await own.login(server.name, server.password)
    const { edit } = await own.action('edit', { title: 'Quay A', appendtext: '\nMore | and more.', summary: 'added' })
    assert.equal(edit.result, 'Success')
    assert.equal(isFirst, false)
    const { parse } = await own.action('parse', { page: 'Quay A', prop: ['wikitext'] })
    assert.match(parse.wikitext!, /More \| and more\.$/)
  })

  test('sends values that contain the separator', async () => {
    const { query } = await wiki.query({ titles: ['Quay A', 'A|B'] })
    assert.equal(query?.pages?.length, 2)
  })

  test('an error has its code', async () => {
    const wrong = wiki.action('parse', { page: 'Quay that nobody wrote' })
    await assert.rejects(wrong, (error: WikiError) => error instanceof WikiError && error.code === 'missingtitle')
    await assert.rejects(new Wiki({ url: server.api }).login(server.name, 'wrong'), WikiError)
    await assert.rejects(
      wiki.request({ action: 'query', list: 'nothing|allpages', formatversion: '2', assert: 'anon' }),
      (e: WikiError) => e.code === 'assertanonfailed',
    )
  })

  test('stops when the signal aborts', async () => {
    const stop = new AbortController()
    const read = async () => {
      for await (const _ of wiki.list('allpages', { aplimit: 1 }, { signal: stop.signal }))
        stop.abort(new Error('enough'))
    }
    await assert.rejects(read, /enough/)
  })

  test('logout ends the session', async () => {
    const own = new Wiki({ url: server.api })
    await own.login(server.name, server.password)
    const name = async () => (await own.query({ meta: 'userinfo' })).query?.userinfo.name
    assert.equal(await name(), server.name)
    await own.logout()
    assert.notEqual(await name(), server.name)
  })
}

onEachEngine('the client and our wiki', open => {
  let site: Site
  behaves(async () => {
    site = await startSite(open)
    return site
  })

  test('authenticates with a bot password and an API key', async () => {
    const bot = new Wiki({ url: site.api })
    assert.equal(await bot.login(site.botName, site.botPassword), site.name)
    const { edit } = await bot.action('edit', { title: 'Quay bot', text: 'Made by a program.' })
    assert.equal(edit.new, true)
    const keyed = new Wiki({ url: site.api, key: site.key })
    assert.equal((await keyed.query({ meta: 'userinfo' })).query?.userinfo.name, site.name)
  })

  test('retries when the server is busy', async () => {
    const answers = [
      [503, { 'retry-after': '0' }, 'busy'],
      [200, { 'retry-after': '0', 'mediawiki-api-error': 'maxlag' }, '{"error":{"code":"maxlag","info":"behind"}}'],
      [200, {}, '{"batchcomplete":true}'],
      [502, {}, '<html>'],
    ] as const
    let asked = 0
    const busy = createServer((_, response) => {
      const [status, headers, body] = answers[asked++]!
      response.writeHead(status, headers).end(body)
    }).listen(0, '127.0.0.1')
    after(() => busy.close())
    await new Promise(resolve => busy.once('listening', resolve))
    const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}/api.php`
    const wiki = new Wiki({ url })
    assert.equal((await wiki.query({})).batchcomplete, true)
    assert.equal(asked, 3)
    await assert.rejects(wiki.query({}), (error: HttpError) => error instanceof HttpError && error.status === 502)
  })

  test('reports an unreachable server with status 0', async () => {
    const wiki = new Wiki({ url: 'http://127.0.0.1:9/api.php', retries: 0 })
    await assert.rejects(wiki.query({}), (error: HttpError) => error instanceof HttpError && error.status === 0)
  })
})

describe('the client and MediaWiki', { skip: NO_MEDIAWIKI }, () => {
  behaves(async () => ({ api: MEDIAWIKI!, ...MEDIAWIKI_ADMIN }))
})
