import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { queueTest, recordAttempt } from '../webhooks/messages.ts'
import { Person, says } from './testing.ts'

const PAGE = '/manage/webhooks/hello/'

onEachEngine('the webhooks of a project', open => {
  let api: TestApi
  let boss: Person

  before(async () => {
    api = await testApi(await open())
    await testCatalogue(api.services)
    boss = await Person.named(api, 'Boss', { superuser: true })
  })

  const hook = async () => {
    const row = await api.services.store.read.selectFrom('webhook').selectAll().executeTakeFirst()
    return row!
  }

  test('are added with a form, which shows the secret once', async () => {
    says((await boss.open(PAGE)).text, /No webhooks yet/)
    const wrong = await boss.fill(PAGE, 'add', { webhook_url: 'http://receiver.example/' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /Enter an address that begins with https:/)
    const made = await boss.fill(PAGE, 'add', { webhook_url: 'https://receiver.example/x', actions: ['2', '5'] })
    assert.equal(made.status, 200)
    const row = await hook()
    assert.ok(made.text.includes(row.secret.replaceAll('+', '&#43;')) || made.text.includes(row.secret))
    assert.deepEqual([row.url, row.events, row.actions], ['https://receiver.example/x', '["string-change"]', '[2,5]'])
    const { text } = await boss.open(PAGE)
    says(text, /https:\/\/receiver\.example\/x/)
    assert.ok(!text.includes(row.secret))
  })

  test('are changed, switched off and on, and get new secrets', async () => {
    const before = await hook()
    const changed = await boss.fill(PAGE, `change-${before.id}`, { webhook_url: 'https://other.example/' })
    assert.equal(changed.status, 303, changed.text)
    assert.deepEqual([(await hook()).url, (await hook()).actions], ['https://other.example/', '[]'])
    const id = String(before.id)
    assert.equal((await boss.fill(PAGE, 'switch-off', { id })).status, 303)
    says((await boss.open(PAGE)).text, /Switched off/)
    assert.equal((await boss.fill(PAGE, 'switch-on', { id })).status, 303)
    assert.equal((await hook()).is_active, 1)
    const revealed = await boss.fill(PAGE, 'secret', { id })
    const after = await hook()
    assert.equal(after.old_secret, before.secret)
    assert.match(revealed.text, /The previous secret stays valid for a day/)
  })

  test('list their deliveries, with a test and redelivery', async () => {
    const row = await hook()
    const tried = await boss.fill(PAGE, 'test', { id: String(row.id) })
    assert.equal(tried.headers.location, `${PAGE}?webhook=${row.id}&done=webhook_queued`)
    says((await boss.open(tried.headers.location!)).text, /Waiting/)
    const { store, clock } = api.services
    const message = await store.transaction(async tx => {
      const queued = await queueTest(tx, clock, row)
      const result = { status: 500, error: 'The server responded with status 500.', response: '<b>Oops</b>', tookMs: 7 }
      await recordAttempt(tx, clock, row, queued, result)
      return queued
    })
    const log = await boss.open(`${PAGE}?webhook=${row.id}`)
    says(log.text, /The server responded with status 500\./)
    says(log.text, /&lt;b>Oops|&lt;b&gt;Oops/)
    const again = await boss.fill(`${PAGE}?webhook=${row.id}`, 'redeliver', {
      id: String(row.id),
      delivery: String(message.id),
    })
    assert.equal(again.status, 303, again.text)
    const waiting = await store.read
      .selectFrom('webhook_message')
      .select('due_at')
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow()
    assert.notEqual(waiting.due_at, null)
  })

  test('are deleted with their deliveries', async () => {
    const { id } = await hook()
    assert.equal((await boss.fill(PAGE, 'remove', { id: String(id) })).status, 303)
    const rows = await api.services.store.read.selectFrom('webhook_message').select('id').execute()
    assert.deepEqual(rows, [])
    assert.equal((await boss.fill(PAGE, 'remove', { id: 'x' })).status, 404)
  })
})
