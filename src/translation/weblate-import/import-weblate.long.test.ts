import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { silent } from '#events/progress.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { faults } from '../catalogue/testing.ts'
import { importWeblate, SourceError } from './import-weblate.ts'
import { assertAddsUp, drain, type SourceServer, sourceServer, visible } from './testing.ts'

onEachEngine('a long import from a Weblate server', open => {
  let source: SourceServer
  let there: Record<string, unknown>
  before(async () => {
    source = await sourceServer(await open())
    there = await visible(source.api, source.token)
  })
  after(() => source.close())

  const target = async (store?: Store): Promise<{ api: TestApi; key: string }> => {
    const api = await testApi(store ?? (await open()))
    return { api, key: (await api.user('Boss', { superuser: true })).key }
  }
  const waits: number[] = []
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds)
  }
  const run = ({ services }: TestApi, more: object = {}) =>
    importWeblate(
      services,
      { url: source.url, token: source.token, network: 'any', projects: [], pageSize: 2, wait, ...more },
      silent,
    )

  test('changes nothing when repeated', async () => {
    const { api, key } = await target()
    await (await run(api)).forget()
    const { tally, isResumed } = await run(api)
    await drain(api)
    assert.equal(isResumed, false)
    assertAddsUp(tally)
    for (const [kind, count] of Object.entries(tally.counts)) assert.equal(count.created, 0, kind)
    assert.deepEqual(await visible(api, key), there)
  })

  test('continues after an interruption at ten points, without doubling anything', async () => {
    const whole = await target()
    source.requests = 0
    const { tally } = await run(whole.api)
    const total = source.requests
    for (let point = 1; point <= 10; point++) {
      const { api, key } = await target()
      const stopAt = Math.ceil((point * total) / 11)
      source.requests = 0
      source.intercept = number => (number >= stopAt ? { status: 502 } : undefined)
      await assert.rejects(run(api), SourceError)
      source.intercept = () => undefined
      const resumed = await run(api)
      await drain(api)
      assert.deepEqual(await visible(api, key), there, `stopped at request ${stopAt} of ${total}`)
      assert.deepEqual(await faults(api.services.store), [])
      assert.deepEqual(resumed.tally.counts, tally.counts, `stopped at request ${stopAt} of ${total}`)
    }
  })

  test('waits as long as the server demands', async () => {
    const { api, key } = await target()
    source.requests = 0
    waits.length = 0
    source.intercept = number =>
      [3, 4, 5, 6, 7, 8, 30].includes(number) ? { status: 429, headers: { 'retry-after': '17' } } : undefined
    await run(api)
    source.intercept = () => undefined
    await drain(api)
    assert.deepEqual(waits, Array(7).fill(17_000))
    assert.deepEqual(await visible(api, key), there)
  })
})
