import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../../catalogue/testing.ts'
import { multipart, SITE, type TestApi, testApi } from '../testing.ts'

onEachEngine('read-only strings over REST', open => {
  let api: TestApi
  let boss: string
  const get = async (path: string) => (await api.send('GET', path, { key: boss })).json
  const send = (method: string, path: string, body: unknown) => api.send(method, path, { key: boss, body })
  const unitOf = async (path: string, q: string) => (await get(`/api/translations/${path}/units/?q=${q}`)).results[0]
  const pathOf = (unit: { url: string }) => unit.url.slice(SITE.length)
  /** Read-only strings as the language, the project and the component count them. */
  const counted = async () => {
    const [language, project, component] = [
      await get('/api/languages/cs/statistics/'),
      await get('/api/projects/hello/statistics/'),
      (await get('/api/components/hello/main/statistics/')).results.find(
        (each: { code: string }) => each.code === 'cs',
      ),
    ]
    // Its four source strings are always read-only.
    assert.equal(project.readonly - 4, component.readonly)
    assert.equal(language.readonly, component.readonly)
    assert.deepEqual(await faults(api.services.store), [])
    return [component.readonly, component.translated, component.fuzzy]
  }

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
    const fuzzy = await unitOf('hello/main/cs', 'source:thank')
    assert.equal((await send('PATCH', pathOf(fuzzy), { target: ['Díky'], state: 10 })).status, 200)
  })

  test('a flag of the source string makes it read-only in every language until it is removed', async () => {
    const source = await unitOf('hello/main/en', 'source:thank')
    const unit = await unitOf('hello/main/cs', 'source:thank')
    assert.deepEqual(await counted(), [0, 0, 1])
    assert.equal((await send('PATCH', pathOf(source), { extra_flags: 'read-only' })).status, 200)
    assert.equal((await get(pathOf(unit))).state, 100)
    assert.deepEqual(await counted(), [1, 1, 0])
    const refused = await send('PATCH', pathOf(unit), { target: ['Dík'], state: 20 })
    assert.equal(refused.status, 403)
    assert.equal(refused.json.errors[0].detail, 'The string is read-only.')
    assert.equal((await get(pathOf(unit))).target[0], 'Díky')
    await send('PATCH', pathOf(source), { extra_flags: 'max-length:100' })
    assert.equal((await get(pathOf(unit))).state, 10)
    assert.deepEqual(await counted(), [0, 0, 1])
    assert.equal((await send('PATCH', pathOf(unit), { target: ['Díky moc'], state: 10 })).status, 200)
  })

  test('a flag of the component or project makes all strings read-only except those that discard it', async () => {
    const source = await unitOf('hello/main/en', 'source:hello')
    await send('PATCH', pathOf(source), { extra_flags: 'discard:read-only' })
    for (const path of ['/api/components/hello/main/', '/api/projects/hello/']) {
      assert.equal((await send('PATCH', path, { check_flags: 'read-only, ignore-same' })).status, 200)
      assert.deepEqual(await counted(), [3, 3, 0], path)
      const open = await unitOf('hello/main/cs', 'source:hello')
      assert.equal((await send('PATCH', pathOf(open), { target: ['Ahoj\n'], state: 20 })).status, 200)
      const closed = await unitOf('hello/main/cs', 'source:thank')
      assert.equal((await send('PATCH', pathOf(closed), { target: ['x'], state: 20 })).status, 403)
      await send('PATCH', pathOf(open), { target: [''], state: 0 })
      assert.equal((await send('PATCH', path, { check_flags: 'ignore-same' })).status, 200)
      assert.deepEqual(await counted(), [0, 0, 1], path)
    }
    await send('PATCH', pathOf(source), { extra_flags: '' })
  })

  test('strings added while the flag is set are read-only, but files can change them', async () => {
    await send('PATCH', '/api/components/hello/main/', { check_flags: 'read-only', manage_units: true })
    const made = await send('POST', '/api/translations/hello/main/cs/units/', { source: ['New'], target: [] })
    assert.equal(made.status, 200, made.text)
    assert.equal(made.json.state, 100)
    const file = (await api.send('GET', '/api/translations/hello/main/cs/file/', { key: boss })).text
    const changed = Buffer.from(file.replace('Díky moc', 'Děkuji').replace('#, fuzzy\nmsgid "Thank', 'msgid "Thank'))
    const sent = await api.send('POST', '/api/translations/hello/main/cs/file/', {
      key: boss,
      ...multipart({ method: 'replace' }, { name: 'file', filename: 'cs.po', content: changed }),
    })
    assert.equal(sent.status, 200, sent.text)
    const unit = await unitOf('hello/main/cs', 'source:thank')
    assert.deepEqual([unit.target, unit.state], [['Děkuji'], 100])
    await send('PATCH', '/api/components/hello/main/', { check_flags: '' })
    assert.equal((await get(pathOf(unit))).state, 20)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('the source language is read-only if its template cannot be edited', async () => {
    const body = { name: 'Keys', slug: 'keys', file_format: 'json', filemask: '*.json', template: 'en.json' }
    assert.equal((await send('POST', '/api/projects/hello/components/', body)).status, 201)
    await send('POST', '/api/translations/hello/keys/en/units/', { key: 'a', value: ['One'] })
    const unit = await unitOf('hello/keys/en', '')
    assert.equal(unit.state, 20)
    await send('PATCH', '/api/components/hello/keys/', { edit_template: false })
    assert.equal((await get(pathOf(unit))).state, 100)
    assert.equal((await send('PATCH', pathOf(unit), { target: ['Two'], state: 20 })).status, 403)
    await send('PATCH', '/api/components/hello/keys/', { edit_template: true })
    assert.equal((await send('PATCH', pathOf(unit), { target: ['Two'], state: 20 })).status, 200)
    assert.deepEqual(await faults(api.services.store), [])
  })
})
