import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { type TestApi, testApi } from './testing.ts'

onEachEngine('conditions of the REST API', open => {
  let store: Store
  let api: TestApi
  let key: string
  let unit: string
  const tagOf = async (path: string) => (await api.send('GET', path, { key })).headers.etag as string
  const patch = (target: string, headers: Record<string, string>) =>
    api.send('PATCH', unit, { key, headers, body: { state: 20, target: [target] } })

  before(async () => {
    store = await open()
    api = await testApi(store)
    key = (await api.user('Root', { superuser: true })).key
    await testCatalogue(api.services)
    const { json } = await api.send('GET', '/api/units/?q=language:cs', { key })
    const { id } = json.results.find((each: { source: string[]; is_source: boolean }) => each.source.length === 1)
    unit = `/api/units/${id}/`
  })

  test('returns an ETag that changes with the object, and 304 if it matches', async () => {
    const tag = await tagOf(unit)
    assert.match(tag, /^"[\w-]{22}"$/)
    assert.equal(await tagOf(unit), tag)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await api.send('GET', unit, { key, headers: { 'if-none-match': known } })
      assert.deepEqual([answer.status, answer.text, answer.headers.etag], [304, '', tag])
    }
    assert.equal((await patch('one', {})).status, 200)
    const answer = await api.send('GET', unit, { key, headers: { 'if-none-match': tag } })
    assert.equal(answer.status, 200)
    assert.notEqual(answer.headers.etag, tag)
  })

  test('rejects a conditional write on an outdated state', async () => {
    const tag = await tagOf(unit)
    for (const headers of [{ 'if-match': '"bogus"' }, { 'if-none-match': '*' }, { 'if-none-match': tag }]) {
      for (const method of ['PATCH', 'PUT', 'DELETE'] as const) {
        const body = { state: 20, target: ['never'] }
        const answer = await api.send(method, unit, { key, headers: headers as Record<string, string>, body })
        assert.deepEqual([answer.status, answer.json.errors[0].code], [412, 'precondition_failed'])
        assert.equal(answer.headers.etag, tag)
      }
    }
    assert.equal(await tagOf(unit), tag)
    assert.equal((await patch('two', { 'if-match': tag })).status, 200)
    assert.equal((await patch('three', { 'if-match': tag })).status, 412)
    assert.equal((await patch('three', { 'if-match': '*' })).status, 200)
  })

  test('performs only one of several concurrent conditional writes', async () => {
    const tag = await tagOf(unit)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => patch(`text ${i}`, { 'if-match': tag })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)])
  })

  test('lets one of two servers write, whatever the object and the method', async () => {
    const other = await testApi(store)
    const servers = [api, other]
    const race = (path: string, tag: string, requests: readonly [string, unknown?][]) =>
      Promise.all(
        requests.map(([method, body], i) =>
          servers[i % 2]!.send(method, path, { key, headers: { 'if-match': tag }, ...(body ? { body } : {}) }),
        ),
      )
    const project = '/api/projects/hello/'
    const names = ['A', 'B', 'C', 'D'].map(name => ['PATCH', { name }] as [string, unknown])
    const renamed = await race(project, await tagOf(project), names)
    assert.deepEqual(renamed.map(({ status }) => status).sort(), [200, 412, 412, 412])
    const { json } = await api.send('GET', project, { key })
    assert.equal(json.name, renamed.find(({ status }) => status === 200)!.json.name)
    const group = new URL((await api.send('POST', '/api/groups/', { key, body: { name: 'Short' } })).json.url).pathname
    const body = { name: 'Long', project_selection: 0, language_selection: 0 }
    const ended = await race(group, await tagOf(group), [['PUT', body], ['DELETE'], ['PUT', body], ['DELETE']])
    assert.equal(ended.filter(({ status }) => status < 400).length, 1)
    for (const { status } of ended) assert.ok([200, 204, 404, 412].includes(status), String(status))
  })

  test('returns an ETag for every page of a list and every format', async () => {
    const seen = new Set<string>()
    for (const path of [
      '/api/projects/',
      '/api/projects/?format=csv',
      '/api/units/?page_size=2',
      '/api/units/?page_size=2&page=2',
      '/api/units/?format=csv',
      '/api/languages/cs/statistics/',
      '/api/translations/hello/main/cs/file/',
    ]) {
      const tag = await tagOf(path)
      assert.match(tag, /^"[\w-]{22,40}"$/, path)
      assert.equal(seen.has(tag), false, path)
      seen.add(tag)
      const known = await api.send('GET', path, { key, headers: { 'if-none-match': tag } })
      assert.deepEqual([known.status, known.text], [304, ''], path)
      assert.match(known.headers['cache-control']!, /^private/)
      const head = await api.send('HEAD', path, { key })
      assert.deepEqual([head.status, head.headers.etag], [200, tag], path)
    }
    const list = '/api/units/?q=language:cs'
    const tag = await tagOf(list)
    assert.equal((await patch('changed', {})).status, 200)
    assert.notEqual(await tagOf(list), tag)
  })

  test('tells formats apart, and accepts any of them for a write', async () => {
    const indented = { accept: 'application/json; indent=4' }
    const { etag } = (await api.send('GET', unit, { key, headers: indented })).headers
    assert.notEqual(etag, await tagOf(unit))
    const plain = await api.send('GET', unit, { key, headers: { 'if-none-match': etag! } })
    assert.equal(plain.status, 200)
    assert.equal((await patch('indented', { 'if-match': etag! })).status, 200)
    assert.equal((await patch('again', { 'if-match': etag! })).status, 412)
    assert.equal((await patch('compressed', { 'if-match': `W/${await tagOf(unit)}` })).status, 200)
  })

  test('returns ETags for other objects too', async () => {
    for (const path of ['/api/projects/hello/', '/api/languages/cs/', '/api/users/Root/']) {
      const tag = await tagOf(path)
      if (tag === undefined) assert.equal((await api.send('GET', path, { key })).status, 404)
      else assert.match(tag, /^"/)
    }
    const refused = await api.send('PATCH', '/api/users/Root/', {
      key,
      headers: { 'if-match': '"bogus"' },
      body: { full_name: 'Nobody' },
    })
    assert.equal(refused.status, 412)
  })
})
