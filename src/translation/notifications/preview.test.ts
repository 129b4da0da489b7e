import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { seconds } from '#store/clock.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { nextDigest } from './schedule.ts'
import { type MailSite, mailSite, type Person } from './testing.ts'

onEachEngine('previewed emails', open => {
  let site: MailSite
  let home: TestCatalogue
  let boss: Person
  let anna: Person
  const received: string[] = []

  /** Advances the clock to the next daily digest and returns the emails. */
  async function sleep(): Promise<void> {
    site.clock.advance(nextDigest('daily', seconds(site.clock)) - seconds(site.clock) + 3600)
    await receive()
  }
  const receive = async () => {
    for (let rest = await site.deliver(); rest.length > 0; rest = await site.deliver())
      received.push(...rest.filter(mail => mail.to[0]!.startsWith('anna')).map(mail => mail.subject))
  }
  const preview = async () => (await site.send(anna, 'GET', '/api/users/Anna/notification-preview/')).json

  before(async () => {
    site = await mailSite(await open())
    home = await testCatalogue(site.api.services)
    boss = await site.person('Boss', { superuser: true })
    anna = await site.person('Anna', { languages: ['cs'], watched: [home.project.slug] })
  })

  test('match those actually sent, including subjects', async () => {
    await site.subscribe(anna, 'MentionCommentNotificaton', 0)
    await site.subscribe(anna, 'NewCommentNotificaton', 10, { frequency: 2 })
    await site.subscribe(anna, 'TranslatedStringNotificaton', 10, { frequency: 2 })
    await site.subscribe(anna, 'ToDoStringsNotification', 10, { frequency: 3 })
    await receive()
    const [first, , , second] = home.units
    for (let i = 0; i < 8; i++) {
      const comment = i % 3 === 0 ? `@Anna look ${i}` : `Just ${i}`
      await site.send(boss, 'POST', `/api/units/${first!.id}/comments/`, { scope: 'translation', comment })
      await receive()
      if (i === 2) await site.send(boss, 'PATCH', `/api/units/${second!.id}/`, { target: ['Nový text'], state: 20 })
      await sleep()
    }
    // Both sides ignore what is older than seven days.
    const { mails, complete, list } = await preview()
    assert.equal(complete, true)
    assert.equal(mails, list.length)
    const subjects = list.map((mail: { subject: string }) => mail.subject).reverse()
    assert.ok(subjects.length >= 8, JSON.stringify(subjects))
    assert.deepEqual(subjects, received.slice(-subjects.length))
  })

  test('are none without subscriptions or for one’s own changes', async () => {
    await site.send(anna, 'POST', '/api/users/Anna/notification-presets/', { preset: 'nothing' })
    assert.deepEqual(await preview(), { mails: 0, complete: true, list: [] })
    const { json } = await site.send(boss, 'GET', '/api/users/Boss/notification-preview/')
    assert.equal(json.mails, 0)
  })

  test('show the volume of each preset, which keeps single-project subscriptions', async () => {
    const id = await site.subscribe(anna, 'LockNotification', 30, { frequency: 3, project: home.project.slug })
    const presets = (await site.send(anna, 'GET', '/api/users/Anna/notification-presets/')).json
    const mails = Object.fromEntries(
      presets.map((each: { preset: string; mails: number }) => [each.preset, each.mails]),
    )
    assert.deepEqual(Object.keys(mails), ['mine', 'projects', 'languages', 'nothing'])
    assert.ok(mails.mine >= 2 && mails.projects > mails.mine && mails.languages > 2, JSON.stringify(mails))
    assert.equal(presets.find((each: { chosen: boolean }) => each.chosen).preset, 'nothing')
    await site.send(anna, 'POST', '/api/users/Anna/notification-presets/', { preset: 'projects' })
    const after = (await site.send(anna, 'GET', '/api/users/Anna/notification-presets/')).json
    assert.equal(after.find((each: { chosen: boolean }) => each.chosen).preset, 'projects')
    const rows = (await site.send(anna, 'GET', '/api/users/Anna/notifications/?page_size=200')).json.results
    assert.ok(rows.some((row: { id: number; frequency: number }) => row.id === id && row.frequency === 3))
    assert.ok(rows.length > 15)
    assert.equal((await preview()).mails, after.find((each: { chosen: boolean }) => each.chosen).mails)
    const wrong = await site.api.send('POST', '/api/users/Anna/notification-presets/', {
      key: anna.key,
      body: { preset: 'all' },
    })
    assert.equal(wrong.status, 400)
  })

  test('are combined when they exceed the rate limit', async () => {
    const before = (await preview()).mails
    await site.subscribe(anna, 'ChangedStringNotificaton', 10)
    for (let i = 0; i < 12; i++) {
      site.clock.advance(5)
      await site.send(boss, 'PATCH', `/api/units/${home.units[0]!.id}/`, { target: [`Verze ${i}\n`], state: 20 })
    }
    const added = (await preview()).mails - before
    assert.ok(added >= 3 && added <= 6, String(added))
  })

  test('a new account has the smallest preset', async () => {
    const { key } = await site.api.user('Fresh')
    const presets = (await site.api.send('GET', '/api/users/Fresh/notification-presets/', { key })).json
    assert.equal(presets.find((each: { chosen: boolean }) => each.chosen).preset, 'mine')
  })
})
