// Patterns in flags have a budget: larger ones are rejected, and stored ones are reported instead of run.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { type TestApi, testApi } from './testing.ts'

const HUGE = 'placeholders:r"(a?){1000}(a?){1000}"'

onEachEngine('patterns in flags', open => {
  let api: TestApi
  let key: string
  let catalogue: TestCatalogue
  const unit = () => catalogue.units[0]!.id

  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    catalogue = await testCatalogue(api.services)
  })

  const setStored = (flags: string) =>
    api.services.store.transaction(tx => tx.updateTable('component').set({ check_flags: flags }).execute())
  const checkOf = async (target: string) => {
    const { json } = await api.send('POST', `/api/units/${unit()}/check/`, { key, body: { target: [target] } })
    return json.checks.find((each: { id: string }) => each.id === 'placeholders')
  }

  test('rejects a pattern that is too large, naming it and the limit', async () => {
    for (const flags of [HUGE, `regex:r"${'(b?){1000}'.repeat(95)}"`]) {
      const path = '/api/components/hello/main/'
      const answer = await api.send('PATCH', path, { key, body: { check_flags: flags } })
      assert.equal(answer.status, 400)
      const { attr, detail } = answer.json.errors[0]
      assert.equal(attr, 'check_flags')
      assert.match(detail, /^The flag "(?:placeholders|regex)" takes a pattern of at most 3000 steps/)
    }
  })

  test('does not run a stored pattern that is too large, and reports it', async () => {
    await setStored(HUGE)
    const { description } = await checkOf('a'.repeat(20_000))
    assert.match(
      description,
      /^The flag "placeholders" takes a pattern of at most 3000 steps.*The check was not run\.$/,
    )
    const saved = await api.send('PATCH', `/api/units/${unit()}/`, { key, body: { target: ['aaa'], state: 20 } })
    assert.equal(saved.status, 200)
    const { json } = await api.send('GET', `/api/units/${unit()}/everything/?parts=checks`, { key })
    const failing = json.checks.find((each: { id: string }) => each.id === 'placeholders')
    assert.match(failing.description, /The check was not run\.$/)
  })

  test('runs patterns on long texts in a thread, and not at all on texts over the limit', async () => {
    await setStored('placeholders:r"(?:a?){400}b"')
    const description = /differ between source and translation/
    assert.match((await checkOf(`${'a'.repeat(9000)}b`)).description, description)
    assert.match((await checkOf('a'.repeat(60_000))).description, /at most 30000000 steps.*was not run/)
  })
})
