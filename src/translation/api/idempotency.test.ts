import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { REMEMBERED_SECONDS } from '#accounts/idempotency.ts'
import { ownRetention } from '#core/retention.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { type TestApi, testApi } from './testing.ts'

onEachEngine('writes that may be sent twice', open => {
  let store: Store
  let api: TestApi
  let key: string
  let unit: number
  before(async () => {
    store = await open()
    api = await testApi(store)
    key = (await api.user('Boss', { superuser: true })).key
    const { czech } = await testCatalogue(api.services)
    const query = store.read.selectFrom('unit').select('id').where('translation_id', '=', czech.id)
    unit = (await query.executeTakeFirstOrThrow()).id
  })

  const suggest = (name: string, target: string, on = api) =>
    on.send('POST', `/api/units/${unit}/suggestions/`, {
      key,
      body: { target: [target] },
      headers: { 'idempotency-key': name },
    })
  const count = async () => (await api.send('GET', `/api/units/${unit}/suggestions/`, { key })).json.count as number

  test('a retry gets the first response and writes nothing', async () => {
    const first = await suggest('key-number-1', 'Jedna')
    assert.equal(first.status, 201)
    assert.equal(first.headers['idempotency-replayed'], undefined)
    const before = await count()
    const second = await suggest('key-number-1', 'Jedna')
    assert.deepEqual([second.status, second.text, second.headers.location], [201, first.text, first.headers.location])
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal(await count(), before)
  })

  test('a retry works after the server stopped between commit and response', async () => {
    const first = await suggest('key-number-2', 'Dva')
    const restarted = await testApi(store)
    const second = await suggest('key-number-2', 'Dva', restarted)
    assert.deepEqual([second.text, second.headers['idempotency-replayed']], [first.text, 'true'])
  })

  test('only one of several concurrent requests with the same key writes', async () => {
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 5 }, () => suggest('key-number-3', 'Tři')))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1)
    assert.equal(await count(), before + 1)
  })

  test('concurrent saves with the same key and version do not conflict', async () => {
    const { version } = (await api.send('GET', `/api/units/${unit}/everything/`, { key })).json
    const save = () =>
      api.send('PATCH', `/api/units/${unit}/`, {
        key,
        body: { target: ['Společně'], state: 20, version },
        headers: { 'idempotency-key': 'key-number-4' },
      })
    const answers = await Promise.all(Array.from({ length: 4 }, save))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const after = (await api.send('GET', `/api/units/${unit}/everything/`, { key })).json
    assert.equal(answers[0]!.json.version, after.version)
  })

  test('a retried deletion deletes once', async () => {
    const { id } = (await suggest('key-number-5', 'Pryč')).json
    const remove = () =>
      api.send('DELETE', `/api/suggestions/${id}/`, { key, headers: { 'idempotency-key': 'key-number-6' } })
    assert.equal((await remove()).status, 204)
    const again = await remove()
    assert.deepEqual([again.status, again.headers['idempotency-replayed']], [204, 'true'])
  })

  test('a rejected write runs again on retry', async () => {
    assert.equal((await suggest('key-number-7', '')).status, 400)
    assert.equal((await suggest('key-number-7', 'Sedm')).status, 201)
  })

  test('rejects reused keys, invalid keys and unsupported operations', async () => {
    await suggest('key-number-8', 'Osm')
    const reused = await suggest('key-number-8', 'Devět')
    assert.deepEqual([reused.status, reused.json.errors[0].code], [422, 'idempotency_key_reused'])
    const short = await suggest('short', 'Devět')
    assert.deepEqual([short.status, short.json.errors[0].code], [400, 'idempotency_key_invalid'])
    const refused = await api.send('POST', `/api/units/${unit}/check/`, {
      key,
      body: { target: ['x'] },
      headers: { 'idempotency-key': 'key-number-9' },
    })
    assert.deepEqual([refused.status, refused.json.errors[0].code], [400, 'idempotency_key_unsupported'])
    for (const { json } of [reused, short, refused]) assert.match(json.detail, /Idempotency-Key/)
  })

  test('an operation of several transactions runs once, and a retry meanwhile is rejected', async () => {
    const translate = (body: unknown, name = 'key-number-11') =>
      api.send('POST', '/api/translations/hello/main/cs/autotranslate/', {
        key,
        body,
        headers: { 'idempotency-key': name },
      })
    const body = { mode: 'suggest', auto_source: 'others' }
    const answers = await Promise.all([translate(body), translate(body), translate(body)])
    const done = answers.filter(({ status }) => status === 200)
    assert.ok(done.length >= 1)
    assert.equal(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1)
    for (const { json } of answers.filter(({ status }) => status !== 200))
      assert.equal(json.errors[0].code, 'idempotency_key_in_use')
    const again = await translate(body)
    assert.deepEqual([again.status, again.headers['idempotency-replayed']], [200, 'true'])
    assert.equal((await translate({ ...body, mode: 'fuzzy' })).status, 422)
    assert.equal(
      (await translate({ mode: 'suggest', auto_source: 'others', component: 'x' }, 'key-number-12')).status,
      400,
    )
    assert.equal((await translate(body, 'key-number-12')).status, 200, 'a rejected request frees its key')
  })

  test('a retry that begins before the first request ends is marked as replayed', async () => {
    const body = { mode: 'suggest', auto_source: 'others' }
    const send = () =>
      api.send('POST', '/api/translations/hello/main/cs/autotranslate/', {
        key,
        body,
        headers: { 'idempotency-key': 'key-number-15' },
      })
    await send()
    const rows = store.read.selectFrom('idempotency_key').where('key', '=', 'key-number-15')
    const row = await rows.selectAll().executeTakeFirstOrThrow()
    await store.transaction(tx => tx.deleteFrom('idempotency_key').where('key', '=', row.key).execute())
    let retry: ReturnType<typeof send> | undefined
    await store.transaction(async tx => {
      await tx.insertInto('idempotency_key').values(row).execute()
      retry = send()
      await sleep(200)
    })
    const { status, headers } = await retry!
    assert.deepEqual([status, headers['idempotency-replayed']], [200, 'true'])
  })

  test('an interrupted operation of several transactions is not repeated', async () => {
    const body = { mode: 'suggest', auto_source: 'others' }
    const send = () =>
      api.send('POST', '/api/translations/hello/main/cs/autotranslate/', {
        key,
        body,
        headers: { 'idempotency-key': 'key-number-13' },
      })
    assert.equal((await send()).status, 200)
    // As a server leaves it that stops in between.
    await store.transaction(tx =>
      tx.updateTable('idempotency_key').set({ answer: 'null' }).where('key', '=', 'key-number-13').execute(),
    )
    const { status, json } = await send()
    assert.deepEqual([status, json.errors[0].code], [409, 'idempotency_key_in_use'])
  })

  test('expired keys are deleted', async () => {
    await suggest('key-number-14', 'Čtrnáct')
    const rows = () => store.read.selectFrom('idempotency_key').select('key').execute()
    assert.notEqual((await rows()).length, 0)
    api.clock.advance(REMEMBERED_SECONDS)
    for (const { deleteOld } of ownRetention(api.services)) await deleteOld(1000)
    assert.equal((await rows()).length, 0)
  })

  test('keys are separate for each caller', async () => {
    await suggest('key-number-10', 'Deset')
    const other = (await api.user('Other', { superuser: true })).key
    const answer = await api.send('POST', `/api/units/${unit}/suggestions/`, {
      key: other,
      body: { target: ['Jinak'] },
      headers: { 'idempotency-key': 'key-number-10' },
    })
    assert.deepEqual([answer.status, answer.headers['idempotency-replayed']], [201, undefined])
  })

  test('a request can assert its user', async () => {
    const send = (headers: Record<string, string>, from: string | null = key) =>
      api.send('GET', '/api/projects/', { ...(from && { key: from }), headers })
    for (const headers of [{ 'x-parlance-assert-user': 'Boss' }, { 'x-parlance-assert': 'user' }])
      assert.equal((await send(headers)).status, 200)
    assert.equal((await send({ 'x-parlance-assert': 'anon' }, null)).status, 200)
    for (const [headers, from] of [
      [{ 'x-parlance-assert-user': 'Anna' }, key],
      [{ 'x-parlance-assert-user': 'Boss' }, null],
      [{ 'x-parlance-assert': 'anon' }, key],
      [{ 'x-parlance-assert': 'user' }, null],
    ] as const) {
      const { status, json } = await send(headers, from)
      assert.deepEqual([status, json.errors[0].code], [403, 'assertion_failed'])
    }
    for (const headers of [{ 'x-parlance-assert-user': '%' }, { 'x-parlance-assert': 'bot' }])
      assert.equal((await send(headers)).json.errors[0].code, 'assertion_invalid')
  })
})
