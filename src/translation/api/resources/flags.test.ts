import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { testApi } from '../testing.ts'

onEachEngine('flags', open => {
  test('are rejected by name wherever they are mistyped', async () => {
    const api = await testApi(await open())
    const { key } = await api.user('Boss', { superuser: true })
    const { source } = await testCatalogue(api.services)
    const [unit] = await api.services.store.read
      .selectFrom('unit')
      .select('id')
      .where('translation_id', '=', source.id)
      .execute()
    const places: [method: string, path: string, name: string, rest?: object][] = [
      ['PATCH', '/api/projects/hello/', 'check_flags'],
      ['POST', '/api/projects/', 'check_flags', { name: 'Two', slug: 'two', web: 'https://example.org/' }],
      ['PATCH', '/api/components/hello/main/', 'check_flags'],
      ['PATCH', `/api/units/${unit!.id}/`, 'extra_flags'],
    ]
    for (const [method, path, name, rest] of places) {
      const send = (flags: string) => api.send(method, path, { key, body: { ...rest, [name]: flags } })
      for (const [flags, problem] of [
        ['python-format, pyton-brace-format', 'There is no flag "pyton-brace-format".'],
        ['max-length', 'The flag "max-length" needs a parameter.'],
        ['ignore-same:1', 'The flag "ignore-same" takes no parameters.'],
        ['max-length:"', 'Missing closing " for the quote opened at character 12 of the flags.'],
      ]) {
        const { status, json } = await send(flags!)
        assert.equal(status, 400, `${method} ${path} ${flags}`)
        assert.deepEqual(json.errors, [{ code: 'invalid', detail: problem, attr: name }])
      }
      assert.ok((await send('python-format, max-length:100, fuzzy')).status < 300, `${method} ${path}`)
    }
    const addon = (configuration: object) =>
      api.send('POST', '/api/components/hello/main/addons/', {
        key,
        body: { name: 'weblate.flags.bulk', configuration: { q: 'state:>=0', ...configuration } },
      })
    assert.equal((await addon({ remove_flags: 'max-lenth' })).status, 400)
    assert.equal((await addon({ remove_flags: 'max-length' })).status, 201)
  })

  test('of a source string apply to its translations', async () => {
    const api = await testApi(await open())
    const { key } = await api.user('Boss', { superuser: true })
    const { units } = await testCatalogue(api.services)
    const unit = units[3]!
    const save = async (target: string) =>
      (await api.send('PATCH', `/api/units/${unit.id}/`, { key, body: { target: [target], state: 20 } })).json
    assert.equal((await save('Děkujeme.')).has_failing_check, false)
    const flags = { key, body: { extra_flags: 'max-length:8' } }
    assert.equal((await api.send('PATCH', `/api/units/${unit.source_unit_id}/`, flags)).status, 200)
    assert.equal((await save('Díky.')).has_failing_check, false)
    assert.equal((await save('Děkujeme.')).has_failing_check, true)
  })
})
