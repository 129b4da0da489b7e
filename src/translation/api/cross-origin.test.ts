import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { testApi } from './testing.ts'

const SITE = 'https://dashboard.example.org'
const preflight = {
  origin: SITE,
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization',
}

test('other sites cannot read responses by default', async () => {
  const api = await testApi(await temporaryStore('sqlite'))
  const { headers } = await api.send('GET', '/api/languages/', { headers: { origin: SITE } })
  assert.equal(headers['access-control-allow-origin'], undefined)
  const asked = await api.send('OPTIONS', '/api/languages/', { headers: preflight })
  assert.equal(asked.headers['access-control-allow-origin'], undefined)
  assert.equal(asked.status, 200)
})

test('configured sites can, with keys but never with cookies', async () => {
  const api = await testApi(await temporaryStore('sqlite'), { apiOrigins: [SITE] })
  const asked = await api.send('OPTIONS', '/api/languages/', { headers: preflight })
  assert.equal(asked.status, 204)
  assert.equal(asked.headers['access-control-allow-origin'], SITE)
  assert.match(asked.headers['access-control-allow-methods']!, /PATCH/)
  assert.match(asked.headers['access-control-allow-headers']!, /Authorization/)
  const answer = await api.send('GET', '/api/languages/', { headers: { origin: SITE } })
  assert.equal(answer.headers['access-control-allow-origin'], SITE)
  assert.match(answer.headers.vary!, /Origin/)
  // Error responses can be read too.
  const refused = await api.send('GET', '/api/nothing/', { headers: { origin: SITE } })
  assert.deepEqual([refused.status, refused.headers['access-control-allow-origin']], [404, SITE])
  const other = await api.send('GET', '/api/languages/', { headers: { origin: 'https://elsewhere.example' } })
  assert.equal(other.headers['access-control-allow-origin'], undefined)
  assert.match(other.headers.vary!, /Origin/)
  for (const { headers } of [asked, answer, refused, other])
    assert.equal(headers['access-control-allow-credentials'], undefined)
})

test('an asterisk allows all sites', async () => {
  const api = await testApi(await temporaryStore('sqlite'), { apiOrigins: ['*'] })
  const { headers } = await api.send('GET', '/api/languages/', { headers: { origin: SITE } })
  assert.equal(headers['access-control-allow-origin'], '*')
})
