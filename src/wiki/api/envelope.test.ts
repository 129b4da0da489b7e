// What stands around an answer: formats, caching, and requests from other sites.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { testServices } from '#accounts/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'

let app: FastifyInstance
before(async () => {
  const store = await temporaryStore('sqlite')
  const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
  app = Fastify()
  await app.register(async scope => wikiPart.routes!(scope, services))
})

const get = (query: string, headers: Record<string, string> = {}) => app.inject({ url: `/w/api.php?${query}`, headers })
const EMPTY = 'action=query&list=allpages'

test('format=php is what PHP unserializes', async () => {
  const { headers, body } = await get(`${EMPTY}&format=php`)
  assert.equal(headers['content-type'], 'application/vnd.php.serialized; charset=utf-8')
  assert.equal(body, 'a:2:{s:13:"batchcomplete";s:0:"";s:5:"query";a:1:{s:8:"allpages";a:0:{}}}')
})

test('format=xml, with its namespace on request', async () => {
  assert.match((await get(`${EMPTY}&format=xml`)).body, /^<\?xml version="1.0"\?><api batchcomplete="">/)
  assert.match(
    (await get(`${EMPTY}&format=xml&includexmlnamespace=1`)).body,
    /xmlns="http:\/\/www.mediawiki.org\/xml\/api\/"/,
  )
})

test('format=none says nothing', async () => {
  assert.equal((await get(`${EMPTY}&format=none`)).body, '')
})

test('the default is a page for people, in which nothing of the request is markup', async () => {
  const { headers, body } = await get(`${EMPTY}&requestid=%3Cscript%3E`)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.ok(body.includes('&lt;script&gt;') && !body.includes('<script>'))
})

test('a callback is cut down to what can be called', async () => {
  const { headers, body } = await get(`${EMPTY}&format=json&callback=${encodeURIComponent('a.b(1);alert')}`)
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
  assert.match(body, /^\/\*\*\/a\.b1alert\(\{/)
})

test('shared caches keep an answer only when asked to, and never an error', async () => {
  const cacheControl = async (query: string) => (await get(query)).headers['cache-control']
  assert.equal(await cacheControl(`${EMPTY}&format=json`), 'private, must-revalidate, max-age=0')
  assert.equal(await cacheControl(`${EMPTY}&format=json&smaxage=60&maxage=30`), 's-maxage=60, max-age=30, public')
  assert.equal(await cacheControl(`${EMPTY}&format=json&smaxage=60&aplimit=x`), 'private, must-revalidate, max-age=0')
})

test('scripts of other sites read as strangers, or are refused', async () => {
  const open = await get(`${EMPTY}&format=json&origin=*`, { origin: 'https://example.org' })
  assert.equal(open.headers['access-control-allow-origin'], '*')
  assert.equal(open.headers['access-control-allow-credentials'], undefined)
  const refused = await get(`${EMPTY}&format=json&origin=https://example.org`, { origin: 'https://example.com' })
  assert.equal(refused.statusCode, 403)
  assert.equal((await get(`${EMPTY}&format=json`)).headers['access-control-allow-origin'], undefined)
})

test('an error has its code in a header', async () => {
  assert.equal((await get(`${EMPTY}&aplimit=x&format=json`)).headers['mediawiki-api-error'], 'badinteger')
})

const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', query: string, type: string | undefined, payload: string) =>
  app.inject({
    method,
    url: `/w/api.php?${query}`,
    payload,
    headers: type === undefined ? {} : { 'content-type': type },
  })

test('a multipart form is read however broken it is', async () => {
  const form = '--X\nContent-Disposition: form-data; name="meta"\n\ntokens\n--X--\n'
  const read = await send('POST', 'action=query&format=json', 'multipart/form-data; boundary="X"', form)
  assert.ok(read.json().query.tokens.csrftoken)
  for (const [type, body] of [
    ['multipart/form-data', form],
    ['multipart/form-data; boundary=', form],
    ['multipart/form-data; boundary=Y', form],
    ['multipart/form-data; boundary=X', form.slice(0, 30)],
    ['multipart/form-data; boundary=X', ''],
    ['application/json', '{"action":'],
    ['application/json', ''],
    ['text/plain', 'action=help'],
  ] as const) {
    const named = await send('POST', 'action=query&format=json', type, body)
    assert.deepEqual([named.statusCode, named.json()], [200, { batchcomplete: '' }], `${type} ${body}`)
    const help = await send('POST', '', type, body)
    assert.deepEqual([help.statusCode, help.headers['content-type']], [200, 'text/html; charset=utf-8'])
  }
})

test('a request that neither asks nor posts is refused', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
    const { statusCode, headers, body } = await send(method, `${EMPTY}&format=json`, 'application/json', '{')
    assert.deepEqual([statusCode, headers['mediawiki-api-error']], [405, 'invalidmethod'])
    assert.match(body, /Invalid HTTP method/)
  }
})

test('a post without a content type is warned of', async () => {
  const { warnings } = (await send('POST', `${EMPTY}&format=json`, undefined, '')).json()
  assert.match(warnings.main['*'], /^A POST request was made without a "Content-Type" header/)
})

test('nobody is further behind than nothing, unless that is asked for', async () => {
  assert.equal((await get(`${EMPTY}&format=json&maxlag=-1`)).headers['mediawiki-api-error'], undefined)
  const { headers, body } = await get(`${EMPTY}&format=json&maxlag=-2`)
  assert.deepEqual(
    [headers['mediawiki-api-error'], headers['retry-after'], headers['x-database-lag']],
    ['maxlag', '5', '-1'],
  )
  assert.equal(JSON.parse(body).error.lag, -1)
})

test('pages are found under /w/ too, as scripts are', async () => {
  assert.equal((await app.inject({ url: '/w/index.php?title=Nowhere' })).statusCode, 404)
  assert.match(
    (await app.inject({ url: '/w/index.php?title=Nowhere' })).headers['content-type'] as string,
    /text\/html/,
  )
})
