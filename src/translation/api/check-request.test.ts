import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { type TestApi, testApi } from './testing.ts'

interface Remark {
  readonly place: string
  readonly attr: string | null
  readonly code: string
  readonly detail: string
}

let api: TestApi
let key: string
before(async () => {
  api = await testApi(await temporaryStore('sqlite'))
  key = (await api.user('Boss', { superuser: true })).key
})

async function check(asked: unknown): Promise<Remark[]> {
  const headers = { 'content-type': 'application/json' }
  const payload = JSON.stringify(asked)
  const answer = await api.app.inject({ method: 'POST', url: '/sandbox/check/rest', headers, payload })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().problems
}

/** The API's own errors for the same request. */
async function said(method: string, path: string, body?: unknown): Promise<unknown[]> {
  const { json } = await api.send(method, path, { key, ...(body !== undefined && { body }) })
  return (json.errors as Remark[]).map(({ attr, code, detail }) => ({ attr, code, detail }))
}

const withoutPlace = (remarks: readonly Remark[]) => remarks.map(({ attr, code, detail }) => ({ attr, code, detail }))

test('reports the same errors as the API and changes nothing', async () => {
  const body = { name: '', slug: 'two words', web: 'nowhere', access_control: 17 }
  const remarks = await check({ method: 'POST', path: '/api/projects/', body })
  assert.deepEqual([...new Set(remarks.map(({ place }) => place))], ['body'])
  assert.deepEqual(withoutPlace(remarks), await said('POST', '/api/projects/', body))
  assert.deepEqual(await check({ method: 'POST', path: '/api/projects/', body: { name: 'A', slug: 'a', web: '' } }), [])
  assert.equal((await api.send('GET', '/api/projects/a/', { key })).status, 404)
})

test('requires fields for POST that PATCH can omit', async () => {
  const slug = { place: 'body', attr: 'slug', code: 'required', detail: 'This field is required.' }
  const named = { path: '/api/projects/hello/', body: { name: 'Hello' } }
  assert.deepEqual(await check({ ...named, method: 'PATCH' }), [])
  assert.ok((await check({ ...named, method: 'PUT' })).some(each => JSON.stringify(each) === JSON.stringify(slug)))
  const nothing = await check({ method: 'POST', path: '/api/projects/', body: null })
  assert.match(nothing[0]!.detail, /Expected a dictionary, but got NoneType/)
})

test('treats query values as text', async () => {
  const units = (query: unknown) => check({ method: 'GET', path: '/api/units/', query })
  assert.deepEqual(await units({ page: 2, page_size: [1, 2], q: true, format: 'json' }), [])
  assert.deepEqual(await units({ page: 'last' }), [])
  for (const page of ['x', 0, '-1', '1.5'])
    assert.deepEqual(await units({ page }), [
      { place: 'query', attr: 'page', code: 'not_found', detail: 'Invalid page.' },
    ])
  assert.deepEqual(
    (await units({ format: 'carrier-pigeon' })).map(({ attr, code }) => [attr, code]),
    [['format', 'not_found']],
  )
  for (const query of [null, 'x', [], { page: null }]) assert.ok((await units(query)).length <= 1)
})

test('reports unknown paths and methods', async () => {
  const code = async (method: unknown, path: unknown) => (await check({ method, path })).map(each => each.code)
  assert.deepEqual(await code('GET', '/api/nothing/'), ['not_found'])
  assert.deepEqual(await code('GET', '/elsewhere/'), ['not_found'])
  assert.deepEqual(await code('GET', '/api/projects/%ff/'), ['not_found'])
  assert.deepEqual(await code('DELETE', '/api/projects/'), ['method_not_allowed'])
  assert.deepEqual(await code('__proto__', '/api/projects/'), ['method_not_allowed'])
  assert.deepEqual(await code(undefined, undefined), ['not_found'])
  for (const odd of [null, [], 'x', 7]) assert.deepEqual((await check(odd))[0]!.code, 'not_found')
})

test('rejects deeply nested values safely', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const payload = `{"method":"PATCH","path":"/api/units/1/","body":{"target":${deep}}}`
  const headers = { 'content-type': 'application/json' }
  const answer = await api.app.inject({ method: 'POST', url: '/sandbox/check/rest', headers, payload })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.json().problems[0].detail, 'Not a valid string.')
})
