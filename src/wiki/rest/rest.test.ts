import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import type { Config } from '#core/config.ts'
import { testServices } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { wikiPart } from '../part.ts'

interface Site {
  readonly app: FastifyInstance
  /** API key of a sysop. */
  readonly key: string
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  send(
    method: 'PUT' | 'POST',
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

async function openSite(openStore: () => Promise<Store>, config: Partial<Config> = {}): Promise<Site> {
  const store = await openStore()
  const services = await testServices(store, undefined, {
    data: temporaryFolder(),
    siteUrl: 'http://127.0.0.1',
    ...config,
  })
  const { id } = await services.accounts.register({ name: 'Keeper' })
  const key = await store.transaction(async tx => {
    for (const group of ['sysop', 'suppress']) await joinGroup(tx, id, group)
    return regenerateApiKey(tx, id, services.clock)
  })
  const app = Fastify()
  await app.register(async scope => wikiPart.routes!(scope, services))
  return {
    app,
    key,
    get: (path, headers = {}) => app.inject({ url: `/w/rest.php/v1${path}`, headers }),
    send: (method, path, body, headers = { authorization: `Bearer ${key}` }) =>
      app.inject({
        method,
        url: `/w/rest.php/v1${path}`,
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

const page = (source: string, more: object = {}) => ({ source, comment: 'test', ...more })

onEachEngine('wiki REST API', openStore => {
  test('converts wikitext to HTML, on a page or none, without saving it', async () => {
    const site = await openSite(openStore)
    const wikitext = "'''Bold''' in {{PAGENAME}} <script>alert(1)</script>"
    const whole = await site.send('POST', '/transform/wikitext/to/html', { wikitext }, {})
    assert.equal(whole.statusCode, 200)
    assert.equal(whole.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(String(whole.headers['content-security-policy']), /^default-src 'none'/)
    assert.match(whole.payload, /^<!DOCTYPE html>.*<title>API<\/title>.*<b>Bold<\/b> in API &lt;script/s)
    const body = await site.send('POST', '/transform/wikitext/to/html/Big_tea', { wikitext, body_only: true }, {})
    assert.match(body.payload, /^<div class="mw-parser-output"><p><b>Bold<\/b> in Big tea/)
    assert.equal((await site.get('/page/Big_tea')).statusCode, 404)
    const refused = async (path: string, sent: object) => {
      const { statusCode, payload } = await site.send('POST', `/transform/${path}`, sent, {})
      return `${statusCode} ${payload}`
    }
    assert.match(
      await refused('html/to/wikitext', { wikitext }),
      /^400 .*Transforming html to wikitext is not supported/,
    )
    assert.match(await refused('wikitext/to/lint', { wikitext }), /^400 .*only wikitext to html/)
    assert.match(await refused('wikitext/to/pdf', { wikitext }), /^400 .*"name":"format"/)
    assert.match(await refused('wikitext/to/html', {}), /^400 .*wikitext/)
    assert.match(await refused('wikitext/to/html', { wikitext, body_only: 1 }), /must be true or false/)
    assert.match(await refused('wikitext/to/html/Special:Log', { wikitext }), /^404 /)
  })

  test('creates, reads and updates a page', async () => {
    const site = await openSite(openStore)
    const created = await site.send('POST', '/page', page('One\n\nTwo', { title: 'A page/with: slash' }))
    assert.equal(created.statusCode, 201)
    assert.equal(created.headers.location, 'http://127.0.0.1/rest.php/v1/page/A_page%2Fwith:_slash')
    const { latest, key } = created.json()
    assert.equal(key, 'A_page/with:_slash')
    const read = await site.get('/page/A%20page%2Fwith:%20slash')
    assert.equal(read.json().source, 'One\n\nTwo')
    const { etag } = read.headers
    assert.equal((await site.get('/page/A_page%2Fwith:_slash', { 'if-none-match': String(etag) })).statusCode, 304)
    const updated = await site.send('PUT', '/page/A_page%2Fwith:_slash', page('One\n\nThree', { latest }))
    assert.equal(updated.statusCode, 200)
    assert.equal(updated.json().source, 'One\n\nThree')
    assert.equal((await site.get('/page/A_page%2Fwith:_slash', { 'if-match': String(etag) })).statusCode, 412)
    const compared = (await site.get(`/revision/${latest.id}/compare/${updated.json().latest.id}`)).json()
    assert.deepEqual(compared.diff, [
      { type: 0, lineNumber: 1, text: 'One', offset: { from: 0, to: 0 } },
      { type: 0, lineNumber: 2, text: '', offset: { from: 4, to: 4 } },
      { type: 2, text: 'Two', offset: { from: 5, to: null } },
      { type: 1, lineNumber: 3, text: 'Three', offset: { from: null, to: 5 } },
    ])
    const { revisions } = (await site.get('/page/A_page%2Fwith:_slash/history')).json()
    assert.deepEqual(
      revisions.map(({ delta }: { delta: number | null }) => delta),
      [2, null],
    )
    const html = await site.get('/page/A_page%2Fwith:_slash/html')
    assert.match(String(html.headers['content-type']), /^text\/html/)
    assert.match(html.body, /^<!DOCTYPE html>[\s\S]*<p>Three\n?<\/p>/)
  })

  test('reports an edit conflict with both changes', async () => {
    const site = await openSite(openStore)
    const { latest } = (await site.send('POST', '/page', page('Old', { title: 'Conflict' }))).json()
    await site.send('PUT', '/page/Conflict', page('Theirs', { latest }))
    const mine = await site.send('PUT', '/page/Conflict', page('Mine', { latest, token: '+\\' }), {})
    assert.equal(mine.statusCode, 409)
    const { base, local, remote } = mine.json()
    assert.equal(base, latest.id)
    assert.deepEqual(
      local.map(({ text }: { text: string }) => text),
      ['Old', 'Mine'],
    )
    assert.deepEqual(
      remote.map(({ text }: { text: string }) => text),
      ['Old', 'Theirs'],
    )
    const again = await site.send('PUT', '/page/Conflict', page('Again'))
    assert.equal(again.statusCode, 409)
    assert.match(again.json().messageTranslations.en, /already exists/)
  })

  test('performs one of several edits with the same If-Match, and merges none', async () => {
    const site = await openSite(openStore)
    const authorization = `Bearer ${site.key}`
    await site.send('POST', '/page', page('First\n\nSecond', { title: 'Guarded' }))
    const tag = async () => String((await site.get('/page/Guarded')).headers.etag)
    const put = (source: string, headers: Record<string, string>, more = {}) =>
      site.send('PUT', '/page/Guarded', page(source, more), { authorization, ...headers })
    const old = await tag()
    const answers = await Promise.all(
      ['A\n\nSecond', 'First\n\nB', 'C\n\nSecond', 'First\n\nD'].map(text => put(text, { 'if-match': old })),
    )
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 412, 412, 412])
    const winner = answers.find(({ statusCode }) => statusCode === 200)!
    assert.equal((await site.get('/page/Guarded')).json().source, winner.json().source)
    const { latest } = (await site.get('/page/Guarded')).json()
    assert.equal((await put('Late', { 'if-match': old }, { latest })).statusCode, 412)
    assert.equal((await put('New', { 'if-none-match': '*' })).statusCode, 412)
    assert.equal((await put('Any', { 'if-match': '*' })).statusCode, 200)
    assert.equal((await put('Weak', { 'if-match': `W/${await tag()}` })).statusCode, 200)
    const fresh = await site.send('PUT', '/page/Fresh', page('x'), { authorization, 'if-none-match': '*' })
    assert.equal(fresh.statusCode, 201)
  })

  test('a retry with the same Idempotency-Key gets the first response', async () => {
    const site = await openSite(openStore)
    const authorization = `Bearer ${site.key}`
    const create = (text: string, key = 'create-0001') =>
      site.send('POST', '/page', page(text, { title: 'Once' }), { authorization, 'idempotency-key': key })
    const [first, second] = [await create('One'), await create('One')]
    assert.deepEqual([second.statusCode, second.body], [201, first.body])
    assert.equal(first.headers['idempotency-replayed'], undefined)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal((await create('Two')).statusCode, 422)
    assert.equal((await create('One', 'short')).statusCode, 400)
    assert.equal((await create('One', 'create-0002')).statusCode, 409)
    const { etag } = (await site.get('/page/Once')).headers
    const update = () =>
      site.send('PUT', '/page/Once', page('Changed'), {
        authorization,
        'if-match': String(etag),
        'idempotency-key': 'update-0001',
      })
    assert.equal((await update()).statusCode, 200)
    const again = await update()
    assert.deepEqual([again.statusCode, again.headers['idempotency-replayed']], [200, 'true'])
  })

  test('tells the limit of edits', async () => {
    const site = await openSite(openStore, { wikiRateLimits: 'mediawiki' })
    const create = (title: string) => site.send('POST', '/page', page('x', { title, token: '+\\' }), {})
    const first = await create('Limit 0')
    assert.equal(first.headers['ratelimit-policy'], '"edit ip";q=8;w=60')
    assert.match(String(first.headers.ratelimit), /^"edit ip";r=7;t=\d+$/)
    for (let i = 1; i < 8; i++) await create(`Limit ${i}`)
    const refused = await create('Limit 8')
    assert.equal(refused.statusCode, 429)
    assert.match(String(refused.headers.ratelimit), /^"edit ip";r=0;t=\d+$/)
  })

  test('rejects writes without a token, with a bad body, and of other sites', async () => {
    const site = await openSite(openStore)
    const missing = await site.send('POST', '/page', page('x', { title: 'X' }), {})
    assert.deepEqual([missing.statusCode, missing.json().actionModuleErrorCode], [400, 'missingparam'])
    const wrong = await site.send('POST', '/page', page('x', { title: 'X', token: 'wrong' }), {})
    assert.equal(wrong.statusCode, 403)
    const foreign = await site.send('POST', '/page', page('x', { title: 'X', token: '+\\' }), {
      origin: 'https://other.example',
    })
    assert.deepEqual(foreign.json(), { error: 'rest-cross-origin-anon-write', httpCode: 403, httpReason: 'Forbidden' })
    const cases: [unknown, number, RegExp][] = [
      ['{', 400, /Parsing request body as JSON failed/],
      ['3', 400, /must be a JSON object/],
      [{ source: 'x', comment: 'y' }, 400, /Mandatory field "title" missing/],
      [page('x', { title: 'X', content_model: 'nothing' }), 400, /Bad content model: nothing/],
      [page('x', { title: ['X'] }), 400, /"title" must be a string/],
      [page('x', { title: '[bad' }), 400, /Bad title/],
    ]
    for (const [body, status, words] of cases) {
      const answer = await site.send('POST', '/page', body)
      assert.equal(answer.statusCode, status)
      const { message, messageTranslations } = answer.json()
      assert.match(message ?? messageTranslations.en, words)
    }
    const form = { 'content-type': 'text/plain', authorization: `Bearer ${site.key}` }
    assert.equal((await site.send('POST', '/page', 'x', form)).statusCode, 415)
  })

  test('tells nothing about a private wiki', async () => {
    const site = await openSite(openStore, { wikiAccess: 'private' })
    for (const path of [
      '/page/A',
      '/page/A/history',
      '/revision/1',
      '/search/page?q=a',
      '/search/title?q=a',
      '/file/A.png',
    ]) {
      const answer = await site.get(path)
      assert.deepEqual([answer.statusCode, answer.json().error], [403, 'rest-read-denied'])
      assert.equal((await site.get(path, { authorization: 'Bearer wrong' })).statusCode, 401)
    }
  })

  test('hides deleted parts of revisions', async () => {
    const site = await openSite(openStore)
    const { latest } = (await site.send('POST', '/page', page('qq secret', { title: 'Hidden' }))).json()
    await site.send('PUT', '/page/Hidden', page('open', { latest }))
    const headers = { authorization: `Bearer ${site.key}`, 'content-type': 'application/x-www-form-urlencoded' }
    const post = (params: Record<string, string>) =>
      site.app.inject({
        method: 'POST',
        url: '/api.php',
        headers,
        body: new URLSearchParams({ format: 'json', formatversion: '2', ...params }).toString(),
      })
    const { csrftoken } = (await post({ action: 'query', meta: 'tokens' })).json().query.tokens
    const hide = {
      action: 'revisiondelete',
      type: 'revision',
      ids: String(latest.id),
      hide: 'content|user|comment',
      token: csrftoken,
    }
    assert.equal((await post(hide)).json().revisiondelete?.status, 'Success')
    for (const path of ['', '/html', '/with_html']) {
      const answer = await site.get(`/revision/${latest.id}${path}`)
      assert.equal(answer.statusCode, 403)
      assert.doesNotMatch(answer.body, /secret/)
    }
    const bare = (await site.get(`/revision/${latest.id}/bare`)).json()
    assert.deepEqual([bare.user, bare.comment], [null, null])
    const { revisions } = (await site.get('/page/Hidden/history')).json()
    assert.equal(revisions[1].user, null)
    assert.match((await site.get(`/revision/${latest.id}`, { authorization: `Bearer ${site.key}` })).body, /secret/)
  })
})
