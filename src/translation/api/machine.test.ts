import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { parse } from 'yaml'
import { SESSION_COOKIE } from '#accounts/session-cookie.ts'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { anyCharacter } from '#store/testing-text.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { NOTIFICATION_KINDS } from '../notifications/kinds/index.ts'
import { subscribe } from '../notifications/subscriptions.ts'
import { Addresses } from '../values/addresses.ts'
import { openApi } from './openapi/document.ts'
import { rest } from './resources/index.ts'
import { SITE, type TestApi, testApi } from './testing.ts'

const list = '/api/users/Anna/notifications/'
const numbers = '/api/languages/cs/statistics/'

onEachEngine('the REST machine', open => {
  let api: TestApi
  let key: string
  const get = (path: string, accept?: string) => api.send('GET', path, { key, ...(accept && { headers: { accept } }) })

  before(async () => {
    api = await testApi(await open())
    const { account, key: own } = await api.user('Anna')
    key = own
    await testCatalogue(api.services)
    await api.send('DELETE', `${list}1/`, { key })
    const place = { project_id: null, component_id: null }
    await api.services.store.transaction(async tx => {
      for (const { name: notification } of NOTIFICATION_KINDS.slice(0, 13))
        await subscribe(tx, account.id, { notification, scope: 30, frequency: 0, ...place })
    })
  })

  test('Accept and format select the response format', async () => {
    assert.equal((await get(numbers, 'application/json')).headers['content-type'], 'application/json')
    assert.equal((await get(numbers, 'text/csv')).headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal((await get(numbers, 'text/html;q=0.5, application/json')).headers['content-type'], 'application/json')
    assert.equal((await get(`${numbers}?format=json`, 'text/html')).headers['content-type'], 'application/json')
    assert.equal((await get('/api/languages/cs/statistics.json')).json.name, 'Czech')
    assert.equal((await get(`${numbers}?format=xml`)).status, 404)
    const none = await get(numbers, 'image/png')
    assert.equal(none.status, 406)
    assert.equal(none.json.errors[0].code, 'not_acceptable')
    assert.match((await get(numbers, 'application/json; indent=4')).text, /^\{\n {4}"total": 4,\n/)
  })

  test('CSV has a header line and one row per result', async () => {
    const lines = (await get(`${list}?format=csv`)).text.split('\r\n')
    assert.equal(lines[0], 'notification,id,scope,frequency,project,component')
    assert.match(lines[1]!, /^MentionCommentNotificaton,\d+,10,1,,$/)
    assert.match((await get(`${numbers}?format=csv`)).text, /\r\n4,19,139,/)
  })

  test('paginates with an envelope, page sizes, a last page and 404 for missing pages', async () => {
    const all = (await get(list)).json
    assert.equal(all.count, 21)
    assert.equal(all.next, null)
    const first = (await get(`${list}?page_size=10&x=%C5%BE`)).json
    assert.equal(first.results.length, 10)
    assert.equal(first.previous, null)
    assert.equal(first.next, `${SITE}${list}?page_size=10&x=%C5%BE&page=2`)
    const second = (await get(first.next.slice(SITE.length))).json
    assert.equal(second.previous, `${SITE}${list}?page_size=10&x=%C5%BE`)
    const last = (await get(`${list}?page_size=10&page=last`)).json
    assert.equal(last.results.length, 1)
    assert.equal(last.next, null)
    assert.deepEqual([...first.results, ...second.results, ...last.results], all.results)
    for (const size of ['0', '-5', 'x', ''])
      assert.equal((await get(`${list}?page_size=${size}`)).json.results.length, 21)
    for (const page of ['0', '-1', '99', 'x', '1.5', '9999999999999999999999']) {
      const answer = await get(`${list}?page=${page}`)
      assert.equal(answer.status, 404, page)
      assert.equal(answer.json.errors[0].detail, 'Invalid page.')
    }
  })

  test('requires the final slash and returns JSON 404 for unknown paths', async () => {
    for (const path of ['/api/languages/cs/statistics', '/api/nothing/', '/api/languages//statistics/', '/api']) {
      const answer = await get(path)
      assert.equal(answer.status, 404, path)
      assert.equal(answer.json.errors[0].code, 'not_found', path)
    }
  })

  test('accepts Token and Bearer keys and explains why a key is rejected', async () => {
    const as = (authorization: string) => api.send('GET', list, { headers: { authorization } })
    assert.equal((await as(`Token ${key}`)).status, 200)
    assert.equal((await as(`bearer ${key}`)).status, 200)
    const cases: [string, string][] = [
      ['Token', 'Invalid token header. No credentials provided.'],
      ['Token a b', 'Invalid token header. Token string should not contain spaces.'],
      ['Token wlu_nonsense', 'Invalid token.'],
    ]
    for (const [header, detail] of cases) {
      const answer = await as(header)
      assert.equal(answer.status, 401)
      assert.equal(answer.headers['www-authenticate'], 'Token')
      assert.deepEqual(answer.json.errors, [{ code: 'authentication_failed', detail, attr: null }])
    }
  })

  test('a session needs its CSRF token to write', async () => {
    const { callers, accounts, store, clock } = api.services
    const account = (await accounts.byName(store.read, 'Anna'))!
    const nobody = await callers.identify({ ip: '127.0.0.1', headers: {} })
    const caller = await callers.logIn(nobody, account)
    const cookie = caller.setCookies[0]!.split(';')[0]!
    const body = { notification: 'LockNotification', scope: 20, frequency: 1 }
    assert.equal((await api.send('GET', list, { headers: { cookie } })).status, 200)
    const bare = await api.send('POST', list, { headers: { cookie }, body })
    assert.equal(bare.status, 403)
    assert.match(bare.json.detail, /^CSRF Failed: /)
    const token = issueToken(caller, 'csrf', clock)
    const made = await api.send('POST', list, { headers: { cookie, 'x-csrftoken': token }, body })
    assert.equal(made.status, 201)
    const page = await api.send('GET', `${list}${made.json.id}/?format=api`, { headers: { cookie } })
    assert.match(page.text, /<input type="hidden" name="_method" value="DELETE">/)
    const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const fields = new URLSearchParams({ _method: 'DELETE', csrfmiddlewaretoken: token })
    const gone = await api.send('POST', `${list}${made.json.id}/`, { headers: form, body: fields.toString() })
    assert.equal(gone.status, 204)
  })

  test('explains why a body cannot be parsed', async () => {
    const send = (body: string, type: string) =>
      api.send('POST', list, { key, body, headers: { 'content-type': type } })
    assert.equal((await send('{"a":', 'application/json')).json.errors[0].code, 'parse_error')
    assert.equal((await send('<a/>', 'application/xml')).status, 415)
    assert.equal(
      (await send('[1]', 'application/json')).json.errors[0].detail,
      'Invalid data. Expected a dictionary, but got list.',
    )
    assert.equal((await send('x', 'multipart/form-data')).status, 400)
    assert.equal((await send('', 'application/json')).json.errors.length, 3)
    const deep = `{"notification":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    assert.match((await send(deep, 'application/json')).json.errors[0].detail, /levels deep/)
    assert.equal((await send(`{"a":"${'\\"'.repeat(1_000_000)}`, 'application/json')).status, 400)
  })

  test('never returns a server error for any body, path or query', async () => {
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: anyCharacter }),
      fc.record({ notification: fc.anything(), scope: fc.anything(), frequency: fc.anything() }).map(value => {
        try {
          return JSON.stringify(value)
        } catch {
          return '{}'
        }
      }),
    )
    const type = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=X',
      'text/plain',
    )
    const path = fc.oneof(
      fc.constant(list),
      fc.webPath().map(tail => `/api${tail}/`),
      fc
        .string({ unit: anyCharacter })
        .map(name => `/api/users/${encodeURIComponent(name.toWellFormed())}/notifications/`),
    )
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        fc.webQueryParameters(),
        type,
        body,
        async (how, where, query, contentType, payload) => {
          const answer = await api.send(how, `${where}?${query}`, {
            key,
            headers: { 'content-type': contentType },
            ...(how === 'GET' || how === 'OPTIONS' ? {} : { body: payload }),
          })
          assert.ok(answer.status < 500, `${how} ${where}?${query} ${contentType} ${payload}: ${answer.text}`)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('returns 404 for IDs too large for the database', async () => {
    const boss = (await api.user('Boss', { superuser: true })).key
    const named = { project: 'hello', component: 'main', language: 'cs', username: 'Anna' } as Record<string, string>
    for (const { path, operations } of rest.filter(each => each.path.includes('(\\d+)'))) {
      const url = path.replace(/:(\w+)(\(\\d\+\))?/g, (_, name, isNumber) =>
        isNumber ? '9'.repeat(20) : (named[name] ?? 'x'),
      )
      for (const method of Object.keys(operations) as (keyof typeof operations)[]) {
        const { status, text } = await api.send(method, `/api${url}`, {
          key: boss,
          ...(method !== 'GET' && { body: {} }),
        })
        assert.ok([400, 404].includes(status), `${method} ${url}: ${status} ${text}`)
      }
    }
  })

  test('the schema lists every resource and has no broken references', async () => {
    const document = (await get('/api/schema/?format=json')).json
    assert.equal(document.openapi, '3.1.1')
    assert.deepEqual(Object.keys(document.paths['/api/users/{username}/notifications/']), ['parameters', 'get', 'post'])
    const types = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'])
    JSON.stringify(document.components.schemas, (key, value) => {
      if (key === 'type' && typeof value !== 'object') assert.ok(types.has(value), String(value))
      if (key === 'type' && Array.isArray(value))
        assert.ok(
          value.every(each => types.has(each)),
          String(value),
        )
      return value
    })
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? []
    for (const reference of references) assert.ok(document.components.schemas[reference.split('/').at(-1)!], reference)
    const ids = Object.values(document.paths).flatMap(path =>
      Object.values(path as Record<string, { operationId?: string }>).flatMap(operation => operation.operationId ?? []),
    )
    assert.equal(new Set(ids).size, ids.length, 'operation ids are unique')
    const { text } = await get('/api/schema/')
    assert.match(text, /^openapi: "3\.1\.1"\n/)
    assert.deepEqual(parse(text), document)
    assert.match((await get('/api/docs/')).text, /data-document="\/api\/schema\/\?format=json"/)
  })
})

test('the document describes how to send requests', () => {
  const document = openApi(rest, new Addresses('https://example.org'), '1') as unknown as Document
  assert.equal(document.components.securitySchemes.session.name, SESSION_COOKIE)
  for (const [path, { parameters = [], ...operations }] of Object.entries(document.paths)) {
    for (const { name, description } of [
      ...parameters,
      ...Object.values(operations).flatMap(each => each.parameters ?? []),
    ])
      assert.ok(description, `${path}: ${name} is not described`)
  }
  const body = (path: string, method: string) => document.paths[`/api${path}`]![method]!.requestBody!
  assert.equal(body('/projects/', 'post').required, true)
  assert.equal(body('/projects/{project}/', 'patch').required, false)
  // With a backup file the request is a form; without one it can be JSON.
  const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
  assert.deepEqual(Object.keys(body('/projects/', 'post').content), types)
  assert.deepEqual(Object.keys(body('/screenshots/', 'post').content), ['multipart/form-data'])
})

interface Described {
  parameters?: { name: string; description?: string }[]
  requestBody?: { required: boolean; content: Record<string, unknown> }
}

interface Document {
  components: { securitySchemes: { session: { name: string } } }
  paths: Record<string, { parameters?: Described['parameters'] } & Record<string, Described>>
}

onEachEngine('limits', open => {
  test('sends rate limit headers only if there is a limit', async () => {
    const store = await open()
    const free = await testApi(store)
    await testCatalogue(free.services)
    assert.equal((await free.send('GET', numbers)).headers['x-ratelimit-limit'], undefined)
    const api = await testApi(store, { apiRatelimitAnon: '2/minute', apiRatelimitUser: '3/hour' })
    const one = await api.send('GET', numbers)
    assert.equal(one.headers['x-ratelimit-limit'], '2')
    assert.equal(one.headers['x-ratelimit-remaining'], '1')
    assert.equal(one.headers['x-ratelimit-reset'], '60')
    assert.equal(one.headers['ratelimit-policy'], '"address";q=2;w=60')
    assert.equal(one.headers.ratelimit, '"address";r=1;t=60')
    api.clock.advance(20)
    assert.equal((await api.send('GET', numbers)).headers['x-ratelimit-remaining'], '0')
    const refused = await api.send('GET', numbers)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '40')
    assert.equal(refused.headers.ratelimit, '"address";r=0;t=40')
    assert.equal(refused.json.errors[0].detail, 'Request was throttled. Expected available in 40 seconds.')
    const { key } = await api.user('Somebody')
    assert.equal((await api.send('GET', numbers, { key })).headers['x-ratelimit-limit'], '3')
    api.clock.advance(41)
    assert.equal((await api.send('GET', numbers)).status, 200)
  })
})
