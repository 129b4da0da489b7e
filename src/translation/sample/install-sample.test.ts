import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { faults } from '../catalogue/testing.ts'
import { readPlan } from './plan.ts'

const DAY = 86_400_000_000

onEachEngine('the sample projects', open => {
  let api: TestApi
  before(async () => {
    api = await testApi(await open())
    const { account } = await api.user('Admin', { superuser: true })
    // The sample brings back a language that an administrator removed.
    await api.services.store.transaction(tx => tx.deleteFrom('translation_language').where('code', '=', 'ja').execute())
    for (const sample of api.services.samples) await sample.install(api.services, account.id)
  })

  test('have correct statistics in every language', async () => {
    const { store } = api.services
    for (const code of ['de', 'fr', 'ru', 'ar', 'ja', 'hi', 'en']) {
      const { json, status } = await api.send('GET', `/api/languages/${code}/statistics/`)
      assert.equal(status, 200, code)
      assert.ok(json.total >= 10, code)
      assert.equal(json.recent_changes > 0, true, code)
    }
    assert.deepEqual(await faults(store), [])
    for (const check of api.services.checks) {
      const result = await check.run(store)
      assert.deepEqual('faults' in result ? result.faults : result, [], check.name)
    }
  })

  test('fail exactly the checks that they should', async () => {
    const failing = await api.services.store.read
      .selectFrom('check_failure')
      .innerJoin('unit', 'unit.id', 'check_failure.unit_id')
      .innerJoin('translation', 'translation.id', 'unit.translation_id')
      .select(['check_id', 'target', 'language_code'])
      .execute()
    const wrong = readPlan().slips.map(([, language, , text]) => `${language} ${text}`)
    assert.deepEqual(failing.map(row => `${row.language_code} ${row.target}`).sort(), wrong.sort())
  })

  test('have content of every type, from the last ten weeks', async () => {
    const { read } = api.services.store
    const now = api.services.clock.now() * 1000
    const times = (await read.selectFrom('translation_change').select('timestamp').execute()).map(row => row.timestamp)
    assert.ok(Math.min(...times) < now - 60 * DAY && Math.max(...times) <= now, 'nothing lies ahead')
    const weeks = new Set(times.map(time => Math.floor((now - time) / (7 * DAY))))
    assert.ok(weeks.size >= 9, `there is work in ${weeks.size} weeks`)
    for (const table of [
      'suggestion',
      'suggestion_vote',
      'unit_comment',
      'announcement',
      'screenshot',
      'label',
    ] as const) {
      const { n } = await read
        .selectFrom(table)
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      assert.ok(n >= 3, table)
    }
    const states = await read.selectFrom('unit').select('state').distinct().orderBy('state').execute()
    assert.deepEqual(
      states.map(row => row.state),
      [0, 10, 20, 30, 100],
    )
  })

  test('can be downloaded in every format', async () => {
    const { results } = (await api.send('GET', '/api/translations/?page_size=200')).json
    assert.ok(results.length > 80)
    for (const { component, language_code } of results) {
      const path = `/api/translations/${component.project.slug}/${component.slug}/${language_code}/file/`
      assert.equal((await api.send('GET', path)).status, 200, path)
    }
  })
})
