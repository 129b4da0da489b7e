import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { faults } from '../catalogue/testing.ts'

onEachEngine('the sample project', open => {
  let api: TestApi
  before(async () => {
    api = await testApi(await open())
    const { account } = await api.user('Admin', { superuser: true })
    for (const sample of api.services.samples) await sample.install(api.services, account.id)
  })

  test('every language of it has statistics, and they are true', async () => {
    const { store } = api.services
    for (const code of ['de', 'fr', 'ru', 'ar', 'ja', 'hi', 'en']) {
      const { json, status } = await api.send('GET', `/api/languages/${code}/statistics/`)
      assert.equal(status, 200, code)
      assert.ok(json.total >= 10, code)
      assert.equal(json.recent_changes > 0, true, code)
    }
    assert.deepEqual(await faults(store), [])
    for (const check of api.services.checks) assert.deepEqual(await check.run(store), [], check.name)
  })

  test('its translations pass the checks', async () => {
    const failing = await api.services.store.read
      .selectFrom('check_failure')
      .innerJoin('unit', 'unit.id', 'check_failure.unit_id')
      .select(['check_id', 'source', 'target'])
      .execute()
    assert.deepEqual(failing, [])
  })
})
