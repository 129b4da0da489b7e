// The response envelope: formats, caching, and cross-origin requests.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { issueToken } from '#accounts/tokens.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { editingWiki } from '../editing/testing.ts'
import { wikiPart } from '../part.ts'

let app: FastifyInstance
let closed: FastifyInstance
before(async () => {
  const store = await temporaryStore('sqlite')
  const serve = async (wikiAccess: 'public' | 'private') => {
    const config = { data: temporaryFolder(), siteUrl: 'http://127.0.0.1', wikiAccess }
    const services = await testServices(store, undefined, config)
    const served = Fastify()
    await served.register(async scope => wikiPart.routes!(scope, services))
    return served
  }
  app = await serve('public')
  closed = await serve('private')
})

const get = (query: string, headers: Record<string, string> = {}) => app.inject({ url: `/w/api.php?${query}`, headers })
const EMPTY = 'action=query&list=allpages'

test('format=php can be unserialized by PHP', async () => {
  const { headers, body } = await get(`${EMPTY}&format=php`)
  assert.equal(headers['content-type'], 'application/vnd.php.serialized; charset=utf-8')
  assert.equal(body, 'a:2:{s:13:"batchcomplete";s:0:"";s:5:"query";a:1:{s:8:"allpages";a:0:{}}}')
})

test('format=xml includes its namespace on request', async () => {
  assert.match((await get(`${EMPTY}&format=xml`)).body, /^<\?xml version="1.0"\?><api batchcomplete="">/)
  assert.match(
    (await get(`${EMPTY}&format=xml&includexmlnamespace=1`)).body,
    /xmlns="http:\/\/www.mediawiki.org\/xml\/api\/"/,
  )
})

test('responses have a file name for saving', async () => {
  const named = async (format: string) => (await get(`${EMPTY}&format=${format}`)).headers['content-disposition']
  assert.equal(await named('json'), 'inline; filename=api-result.json')
  assert.equal(await named('xml'), 'inline; filename=api-result.xml')
  assert.equal(await named('jsonfm'), 'inline; filename=api-result.html')
  assert.equal(await named('json&callback=f'), 'inline; filename=api-result.js')
})

test('wrappedhtml returns the HTML in a JSON object', async () => {
  const { headers, body } = await get(`${EMPTY}&format=jsonfm&wrappedhtml=1&requestid=%3Cb%3E`)
  assert.equal(headers['content-type'], 'text/mediawiki-api-prettyprint-wrapped; charset=utf-8')
  const { status, statustext, html } = JSON.parse(body)
  assert.deepEqual([status, statustext], [200, 'OK'])
  assert.match(html, /^<pre class="api-pretty-content">.*&lt;b&gt;/s)
})

test('format=none returns an empty body', async () => {
  assert.equal((await get(`${EMPTY}&format=none`)).body, '')
})

test('the default is an HTML page that escapes the request', async () => {
  const { headers, body } = await get(`${EMPTY}&requestid=%3Cscript%3E`)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.ok(body.includes('&lt;script&gt;') && !body.includes('<script>'))
})

test('a callback is reduced to safe characters', async () => {
  const { headers, body } = await get(`${EMPTY}&format=json&callback=${encodeURIComponent('a.b(1);alert')}`)
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
  assert.match(body, /^\/\*\*\/a\.b1alert\(\{/)
})

test('shared caches store a response only on request, and never an error', async () => {
  const cacheControl = async (query: string) => (await get(query)).headers['cache-control']
  assert.equal(await cacheControl(`${EMPTY}&format=json`), 'private, must-revalidate, max-age=0')
  assert.equal(await cacheControl(`${EMPTY}&format=json&smaxage=60&maxage=30`), 's-maxage=60, max-age=30, public')
  assert.equal(await cacheControl(`${EMPTY}&format=json&smaxage=60&aplimit=x`), 'private, must-revalidate, max-age=0')
})

test('shared caches store nothing about the caller', async () => {
  const isPublic = async (query: string, from = app) => {
    const { headers } = await from.inject(`/w/api.php?format=json&smaxage=60&maxage=30&${query}`)
    return /public/.test(String(headers['cache-control']))
  }
  const open = [
    'meta=siteinfo',
    'titles=X&prop=info&inprop=url|protection',
    'titles=X&prop=revisions',
    'list=search&srsearch=x',
  ]
  for (const query of open) assert.equal(await isPublic(`action=query&${query}`), true, query)
  const own = [
    'meta=userinfo',
    'meta=tokens',
    'meta=siteinfo|userinfo',
    'list=blocks',
    'titles=X&prop=info&inprop=url|watched',
    'titles=X&prop=info&intestactions=edit',
    'titles=X&prop=info&intoken=edit',
    'titles=X&prop=revisions&rvtoken=rollback',
    'list=recentchanges&rcshow=unpatrolled',
  ]
  for (const query of own) assert.equal(await isPublic(`action=query&${query}`), false, query)
  assert.equal(await isPublic('action=parse&text=x'), true)
  assert.equal(await isPublic('action=parse&text=~~~~&pst=1'), false)
  assert.equal(await isPublic('action=paraminfo&modules=query'), false)
  assert.equal(await isPublic('action=query&meta=tokens', closed), false)
  assert.match((await get(`${EMPTY}&format=json&smaxage=60`)).headers.vary as string, /Cookie, Authorization/)
  const { headers } = await get('action=query&meta=userinfo&format=json&smaxage=60&maxage=30')
  assert.equal(headers['cache-control'], 'private, must-revalidate, max-age=30')
})

test('a private wiki tells visitors how to log in, and nothing else', async () => {
  const error = async (query: string) => (await closed.inject(`/w/api.php?format=json&${query}`)).json().error?.code
  for (const meta of [
    'tokens&type=login',
    'authmanagerinfo&amirequestsfor=login',
    'tokens|authmanagerinfo&rawcontinue=',
  ])
    assert.equal(await error(`action=query&meta=${meta}`), undefined, meta)
  const more = [
    'titles=X',
    'pageids=1',
    'revids=1',
    'export=1&exportnowrap=1&pageids=1',
    'generator=allpages',
    'list=allpages',
  ]
  for (const query of [...more, 'prop=info', 'iwurl=1', 'continue=', 'redirects=1', 'list='])
    assert.equal(await error(`action=query&meta=tokens&${query}`), 'readapidenied', query)
  for (const query of [
    'action=query',
    'action=query&meta=',
    'action=query&meta=userinfo',
    'action=query&meta=tokens|siteinfo',
  ])
    assert.equal(await error(query), 'readapidenied', query)
  for (const query of ['parse&pageid=1', 'opensearch&search=a', 'checktoken&type=csrf&token=x'])
    assert.equal(await error(`action=${query}&meta=tokens`), 'readapidenied', query)
  const payload = 'action=edit&title=X&text=x&meta=tokens&format=json&token=%2B%5C'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const edit = await closed.inject({ method: 'POST', url: '/w/api.php', headers, payload })
  assert.equal(edit.json().error?.code, 'readapidenied')
})

test('cross-origin scripts read anonymously or are rejected', async () => {
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

test('reads malformed multipart forms', async () => {
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

test('rejects methods other than GET and POST', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
    const { statusCode, headers, body } = await send(method, `${EMPTY}&format=json`, 'application/json', '{')
    assert.deepEqual([statusCode, headers['mediawiki-api-error']], [405, 'invalidmethod'])
    assert.match(body, /Invalid HTTP method/)
  }
})

test('warns about a POST without a content type', async () => {
  const { warnings } = (await send('POST', `${EMPTY}&format=json`, undefined, '')).json()
  assert.match(warnings.main['*'], /^A POST request was made without a "Content-Type" header/)
})

test('maxlag fails only for values below -1', async () => {
  assert.equal((await get(`${EMPTY}&format=json&maxlag=-1`)).headers['mediawiki-api-error'], undefined)
  const { headers, body } = await get(`${EMPTY}&format=json&maxlag=-2`)
  assert.deepEqual(
    [headers['mediawiki-api-error'], headers['retry-after'], headers['x-database-lag']],
    ['maxlag', '5', '-1'],
  )
  assert.equal(JSON.parse(body).error.lag, -1)
})

test('pages are also served under /w/, next to the scripts', async () => {
  assert.equal((await app.inject({ url: '/w/index.php?title=Nowhere' })).statusCode, 404)
  assert.match(
    (await app.inject({ url: '/w/index.php?title=Nowhere' })).headers['content-type'] as string,
    /text\/html/,
  )
})

test('rejects an invalid API key instead of falling back to an anonymous caller', async () => {
  const { statusCode, headers, body } = await get(`${EMPTY}&format=json`, { authorization: 'Token wlu_no_such_key' })
  assert.equal(statusCode, 200)
  assert.equal(headers['mediawiki-api-error'], 'mwoauth-invalid-authorization')
  const { code, info } = JSON.parse(body).error
  assert.equal(code, 'mwoauth-invalid-authorization')
  assert.equal(info, 'The authorization headers in your request are not valid: Invalid token.')
})

test('errors as HTML have resolved links and escape the request', async () => {
  const site = await editingWiki(await temporaryStore('sqlite'))
  const ann = await site.person('Ann')
  for (const title of ['Here', 'There']) await ann.edit(title, 'x')
  const token = issueToken(ann.caller, 'csrf', site.clock)
  const order = { action: 'move', token, from: 'Here', to: 'There', errorformat: 'html' }
  const [error] = (await ann.post(order)).errors
  assert.equal(error.code, 'articleexists')
  assert.match(error.html, /at <a href="\/wiki\/There" title="There">There<\/a>, or/)
  for (const title of ['Talk:Here', 'Talk:New']) await ann.edit(title, 'x')
  const { move } = await ann.post({ ...order, to: 'New', movetalk: 1 })
  assert.match(move['talkmove-errors'][0].html, /at <a href="\/wiki\/Talk:New" title="Talk:New">Talk:New<\/a>, or/)
  const [deprecated] = (await ann.post({ action: 'login', errorformat: 'html' })).warnings
  assert.match(deprecated.html, /<kbd>action=query&amp;meta=tokens&amp;type=login<\/kbd>/)
  const [warning] = (await ann.ask({ action: 'query', '<img src=x>': 1, errorformat: 'html' })).warnings
  assert.equal(warning.html, 'Unrecognized parameter: &#60;img src&#61;x&#62;.')
})

test('warnings about unused parameters come first, other warnings after where to continue', async () => {
  const namesOf = async (query: string) => Object.keys((await get(`${query}&format=json`)).json())
  assert.deepEqual(await namesOf(`${EMPTY}&foo=1`), ['warnings', 'batchcomplete', 'query'])
  assert.deepEqual(await namesOf(`${EMPTY}&aplimit=0`), ['batchcomplete', 'warnings', 'query'])
  assert.deepEqual(await namesOf(`${EMPTY}&aplimit=0&foo=1&requestid=7`), [
    'batchcomplete',
    'warnings',
    'requestid',
    'query',
  ])
})

test('pages come before the lists of a query', async () => {
  const { query } = (await get(`${EMPTY}&titles=a|b&indexpageids=1&format=json`)).json()
  assert.deepEqual(Object.keys(query), ['normalized', 'pageids', 'pages', 'allpages'])
})

test('errorformat=html in XML gives the reference to the documentation an element of its own', async () => {
  const { body } = await get('action=edit&format=xml&errorformat=html')
  assert.match(
    body,
    /<api><errors><error code="[^"]*" module="[^"]*" xml:space="preserve">[^<]*<\/error><\/errors><docref xml:space="preserve">/,
  )
})

test('PHP array syntax gives no value, only a warning', async () => {
  const main = async (query: string) =>
    (await get(`${query}&format=json&formatversion=2`)).json().warnings.main.warnings
  const text = 'Parameter "titles" uses unsupported PHP array syntax.'
  assert.equal(await main('action=query&titles[]=A&titles[]=B'), text)
  assert.equal(await main('action=query&titles[x]=A&titles[y][z]=B'), text)
  assert.equal(await main('action=query&a[]=1&b[x][y]=2&a[]=3'), 'Unrecognized parameters: a, b.')
  assert.equal(await main('action=query&[a]=1'), 'Unrecognized parameter: [a].')
})
