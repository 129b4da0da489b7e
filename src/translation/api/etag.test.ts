import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { type TestApi, testApi } from './testing.ts'

onEachEngine('conditions of the REST API', open => {
  let api: TestApi
  let key: string
  let unit: string
  const tagOf = async (path: string) => (await api.send('GET', path, { key })).headers.etag as string
  const patch = (target: string, headers: Record<string, string>) =>
    api.send('PATCH', unit, { key, headers, body: { state: 20, target: [target] } })

  before(async () => {
    api = await testApi(await open())
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
