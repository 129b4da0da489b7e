// Responses of each API while the database is unavailable, and recovery afterwards.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { manualClock, testConfig } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { buildServer, type Server } from './build-server.ts'
import { installSample } from './install-sample.ts'
import { loadParts } from './parts.ts'

let store: Store
let server: Server
let key: string
before(async () => {
  store = await temporaryStore('sqlite')
  const config = { ...testConfig, data: temporaryFolder() }
  server = await buildServer({ store, clock: manualClock(), config, parts: await loadParts() })
  key = (await installSample(server.services))!.apiKey
})
after(() => server.app.close())

const onWriter = (text: string) => store.transaction(tx => sql.raw(text).execute(tx))
/** With no pages left, SQLite reports the same error as on a full disk. */
async function fillDisk(): Promise<void> {
  await onWriter('pragma max_page_count = 1')
}
const freeDisk = () => onWriter('pragma max_page_count = 1073741823')

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const edit = (title: string, more: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/w/api.php',
    headers: form,
    payload: new URLSearchParams({
      action: 'edit',
      format: 'json',
      title,
      text: 'long text '.repeat(20_000) + Math.random(),
      token: '+\\',
      ...more,
    }).toString(),
  })
const createUser = (username: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/users/',
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    payload: { username, full_name: 'x'.repeat(100), email: `${username}@example.org` },
  })

test('on a full disk, writes fail with 503 in each API’s format, reads work, and writes recover', async () => {
  await fillDisk()
  const refused = await edit('Full')
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '30'])
  assert.equal(refused.headers['mediawiki-api-error'], 'readonly')
  assert.deepEqual(refused.json().error, {
    code: 'readonly',
    info: 'The wiki is currently in read-only mode.',
    readonlyreason: 'The disk of the database is full.',
    '*': refused.json().error['*'],
  })
  const modern = await edit('Full', { errorformat: 'plaintext', formatversion: '2' })
  const [entry] = modern.json().errors
  assert.deepEqual([modern.statusCode, entry.code, entry.module], [503, 'readonly', 'main'])

  let rest = await createUser('u0')
  for (let i = 1; i < 200 && rest.statusCode === 201; i++) rest = await createUser(`u${i}`)
  assert.deepEqual([rest.statusCode, rest.headers['retry-after']], [503, '30'])
  const detail = 'The disk of the database is full.'
  assert.deepEqual(rest.json(), {
    type: 'server_error',
    errors: [{ code: 'read_only', detail, attr: null }],
    detail,
  })

  const ready = await server.app.inject('/readyz')
  assert.deepEqual([ready.statusCode, ready.json().message], [503, detail])
  assert.equal((await server.app.inject('/healthz')).statusCode, 200)
  const read = await server.app.inject('/w/api.php?action=query&meta=siteinfo&format=json')
  assert.equal(read.statusCode, 200)
  assert.equal((await server.app.inject('/api/projects/')).statusCode, 200)

  await freeDisk()
  const saved = await edit('Full')
  assert.equal(saved.json().edit?.result, 'Success', saved.body)
  assert.equal((await createUser('after')).statusCode, 201)
  assert.equal((await server.app.inject('/readyz')).statusCode, 200)
})

test('an unreachable database means 503 for both APIs and for pages', async () => {
  await store.close()
  const wiki = await server.app.inject('/w/api.php?action=query&list=allpages&format=json&requestid=mine')
  assert.deepEqual([wiki.statusCode, wiki.headers['retry-after']], [503, '5'])
  const { code, info, reason } = wiki.json().error
  assert.equal(code, 'internal_api_error_DBConnectionError')
  assert.equal(info, `[${wiki.headers['x-request-id']}] Database query error.`)
  assert.equal(reason, 'The database cannot be reached.')
  const xml = await server.app.inject('/w/api.php?action=query&list=allpages&format=xml')
  assert.match(xml.body, /<error code="internal_api_error_DBConnectionError"/)
  // The caller cannot be identified either.
  const withKey = { authorization: `Token ${key}` }
  for (const headers of [{}, withKey]) {
    const answer = await server.app.inject({
      url: '/w/api.php?action=query&meta=userinfo&uiprop=options&format=json',
      headers,
    })
    if (headers === withKey) assert.equal(answer.statusCode, 503)
    const rest = await server.app.inject({ url: '/api/projects/', headers })
    assert.deepEqual([rest.statusCode, rest.headers['retry-after']], [503, '5'])
    assert.equal(rest.json().errors[0].code, 'service_unavailable')
    const browsed = await server.app.inject({ url: '/api/projects/', headers: { ...headers, accept: 'text/html' } })
    assert.equal(browsed.statusCode, 503)
    assert.match(browsed.body, /service_unavailable/)
  }
  const page = await server.app.inject({ url: '/projects/', headers: { accept: 'text/html' } })
  assert.deepEqual([page.statusCode, page.headers['retry-after']], [503, '5'])
  assert.match(page.body, /<h1>Temporarily unavailable<\/h1>/)
  assert.equal((await server.app.inject('/readyz')).statusCode, 503)
  assert.equal((await server.app.inject('/healthz')).statusCode, 200)
})
