import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { seconds } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { writeDigests } from './digest.ts'
import { NOTIFY_LANE } from './register.ts'
import { nextDigest, type Period } from './schedule.ts'
import { type MailSite, mailSite, type Person } from './testing.ts'

const DAILY = { frequency: 2 }

onEachEngine('digests', open => {
  let store: Store
  let site: MailSite
  let home: TestCatalogue
  let boss: Person
  let anna: Person
  before(async () => {
    store = await open()
    site = await mailSite(store)
    home = await testCatalogue(site.api.services)
    boss = await site.person('Boss', { superuser: true })
    anna = await site.person('Anna', { languages: ['cs'], watched: ['hello'] })
  })
  beforeEach(async () => {
    await store.transaction(tx => tx.deleteFrom('subscription').execute())
    for (const period of ['daily', 'weekly', 'monthly'] as const) await until(period)
  })
  let text = 0
  const edit = (who: Person, i = 0) =>
    site.send(who, 'PATCH', `/api/units/${home.units[i]!.id}/`, { target: [`Ahoj ${++text}\n`], state: 20 })
  const comment = (words: string) =>
    site.send(boss, 'POST', `/api/units/${home.units[0]!.id}/comments/`, { comment: words })
  /** Advances the clock to the next digest and returns the emails. */
  const until = async (period: Period) => {
    site.clock.advance(nextDigest(period, seconds(site.clock)) - seconds(site.clock))
    return site.deliver()
  }

  test('sends one email for all kinds at 1:00, covering everything since the last one', async () => {
    await site.subscribe(anna, 'NewCommentNotificaton', 10, DAILY)
    await site.subscribe(anna, 'TranslatedStringNotificaton', 0, DAILY)
    await edit(boss)
    await comment('First')
    await edit(anna, 3)
    assert.deepEqual(await site.deliver(), [], 'nothing comes at once')
    await comment('Second')
    const [mail, ...more] = await until('daily')
    assert.deepEqual(more, [])
    assert.equal(mail!.to[0], 'anna@example.org')
    assert.equal(mail!.subject, 'Daily digest: Comment was added, String was edited by user')
    assert.match(
      mail!.text,
      /^Comment was added \(2\)\n=+\n\nComment added by Boss[\s\S]*Comment: First[\s\S]*Comment: Second/,
    )
    assert.match(mail!.text, /^String was edited by user \(1\)$/m)
    assert.match(mail!.text, /subscribed to “Comment was added” \(Watched projects\)/)
    assert.match(mail!.text, /subscribed to “String was edited by user” \(All projects\)/)
    assert.equal(mail!.text.match(/Unsubscribe from this notification: /g)?.length, 2)
    assert.equal(mail!.headers['x-parlance-notification'], 'NewCommentNotificaton, TranslatedStringNotificaton')
    assert.equal(mail!.headers.from, 'Parlance <mail@example.org>')
    assert.deepEqual(await until('daily'), [], 'nothing new, no mail')
  })

  test('unsubscribes from one section by its link and from all by the header', async () => {
    const ids = [
      await site.subscribe(anna, 'NewCommentNotificaton', 10, DAILY),
      await site.subscribe(anna, 'TranslatedStringNotificaton', 0, DAILY),
    ]
    const frequencies = async () => {
      const rows = (await site.send(anna, 'GET', '/api/users/Anna/notifications/')).json.results
      return ids.map(id => rows.find((row: { id: number }) => row.id === id).frequency)
    }
    await edit(boss)
    await comment('Hello')
    const [mail] = await until('daily')
    const [first] = [...mail!.text.matchAll(/Unsubscribe from this notification: https:\/\/[^/]+(\S+)/g)].map(
      match => match[1]!,
    )
    assert.equal((await site.api.send('POST', first!)).status, 200)
    assert.deepEqual(await frequencies(), [0, 2])
    const all = mail!.headers['list-unsubscribe']!.slice(1, -1).replace('https://translate.example.org', '')
    assert.equal((await site.api.send('POST', all)).status, 200)
    assert.deepEqual(await frequencies(), [0, 0])
    await edit(boss)
    assert.deepEqual(await until('daily'), [])
  })

  test('sends weekly digests on Mondays and monthly ones on the 1st, only to subscribers', async () => {
    await site.subscribe(anna, 'NewCommentNotificaton', 0, { frequency: 3 })
    const otto = await site.person('Otto', { languages: ['cs'] })
    await site.subscribe(otto, 'NewCommentNotificaton', 0, { frequency: 4 })
    await comment('Once')
    assert.deepEqual(
      (await until('daily')).map(mail => mail.subject),
      [],
    )
    assert.deepEqual(
      (await until('weekly')).map(mail => [mail.to[0], mail.subject]),
      [['anna@example.org', 'Weekly digest: Comment was added']],
    )
    assert.deepEqual(
      (await until('monthly')).map(mail => [mail.to[0], mail.subject]),
      [['otto@example.org', 'Monthly digest: Comment was added']],
    )
  })

  test('lists a hundred changes and counts the rest', async () => {
    await site.subscribe(anna, 'TranslatedStringNotificaton', 0, DAILY)
    for (let i = 0; i < 105; i++) await edit(boss)
    const [mail] = await until('daily')
    assert.equal(mail!.text.match(/^Translation \w+ by Boss/gm)?.length, 100)
    assert.match(mail!.text, /^String was edited by user \(105\)$/m)
    assert.match(mail!.text, /^… and 5 more\.$/m)
  })

  test('applies scopes, languages and visibility as for instant emails', async () => {
    const secret = await testCatalogue(site.api.services, { slug: 'secret', access: ACCESS.private })
    const otto = await site.person('Otto the second', { languages: ['de'], watched: ['hello'] })
    for (const person of [anna, otto]) await site.subscribe(person, 'TranslatedStringNotificaton', 0, DAILY)
    await site.subscribe(anna, 'TranslatedStringNotificaton', 30, { project: 'hello', frequency: 0 })
    await edit(boss)
    await site.send(boss, 'PATCH', `/api/units/${secret.units[0]!.id}/`, { target: ['Tajné\n'], state: 20 })
    assert.deepEqual(await until('daily'), [])
  })

  test('lists unfinished strings and suggestions in one’s languages', async () => {
    for (const kind of ['ToDoStringsNotification', 'PendingSuggestionsNotification'])
      await site.subscribe(anna, kind, 10, DAILY)
    await site.subscribe(boss, 'ToDoStringsNotification', 0, DAILY)
    await site.send(boss, 'POST', `/api/units/${home.units[2]!.id}/suggestions/`, { target: ['Zkuste to!\n'] })
    const mails = await until('daily')
    assert.deepEqual(
      mails.map(mail => mail.to[0]),
      ['anna@example.org'],
    )
    assert.match(mails[0]!.text, /^Pending suggestions exist \(1\)\n=+\n\nProject hello \/ Main \/ Czech: 1 pending$/m)
    assert.match(mails[0]!.text, /^Unfinished strings exist \(1\)\n=+\n\nProject hello \/ Main \/ Czech: \d pending$/m)
    assert.match(mails[0]!.text, /https:\/\/translate\.example\.org\/translate\/hello\/main\/cs\//)
    assert.equal((await until('daily')).length, 1, 'it still waits the next day')
  })

  test('counts changes in the activity summary', async () => {
    await site.subscribe(anna, 'TranslationActivitySummaryNotification', 10, DAILY)
    await edit(boss)
    await edit(boss)
    await edit(anna)
    await site.send(boss, 'PATCH', '/api/components/hello/main/', { manage_units: true })
    await site.send(boss, 'POST', '/api/translations/hello/main/en/units/', { source: ['New'] })
    const [mail] = await until('daily')
    assert.match(mail!.text, /Project hello \/ Main \/ Czech: 2 translated, 1 added, \d unfinished/)
    assert.deepEqual(await until('daily'), [])
  })

  test('rejects digest-only kinds as immediate email', async () => {
    for (const kind of ['ToDoStringsNotification', 'TranslationActivitySummaryNotification'])
      await assert.rejects(site.subscribe(anna, kind, 0), /is only sent in digests/)
  })

  test('completes an interrupted digest without sending it twice', async () => {
    const people: Person[] = []
    for (let i = 0; i < 5; i++) {
      const person = await site.person(`Reader ${i}`, { languages: ['cs'] })
      await site.subscribe(person, 'TranslatedStringNotificaton', 0, DAILY)
      people.push(person)
    }
    await edit(boss)
    site.clock.advance(nextDigest('daily', seconds(site.clock)) - seconds(site.clock))
    let left = 4
    const torn: Store = {
      ...store,
      read: store.read,
      transaction: task => (left-- > 0 ? store.transaction(task) : Promise.reject(new Error('The power is gone.'))),
    }
    await assert.rejects(writeDigests({ ...site.api.services, store: torn }, 'daily'), /power/)
    const halfway = await store.read.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()
    assert.ok(halfway.length > 0 && halfway.length < 5, String(halfway.length))
    await edit(boss)
    const again = await mailSite(store, { server: site.server, clock: site.clock })
    const mails = await again.deliver()
    assert.deepEqual(
      mails.map(mail => mail.to[0]).sort(),
      people.map((_, i) => `reader.${i}@example.org`),
    )
    assert.ok(
      mails.every(mail => /edited by user \(1\)$/m.test(mail.text)),
      'the second edit is for the next digest',
    )
    assert.equal((await until('daily')).length, 5)
  })

  test('writes one digest with two workers', async () => {
    await site.subscribe(anna, 'TranslatedStringNotificaton', 0, DAILY)
    await edit(boss)
    site.clock.advance(nextDigest('daily', seconds(site.clock)) - seconds(site.clock))
    const other = await mailSite(store, { server: site.server, clock: site.clock })
    await Promise.all([site.runDue(NOTIFY_LANE), other.runDue(NOTIFY_LANE)])
    assert.equal((await site.deliver()).length, 1)
  })

  test('covers everything since the last one when late', async () => {
    await site.subscribe(anna, 'NewCommentNotificaton', 0, DAILY)
    await comment('On Friday')
    site.clock.advance(3 * 86_400)
    const [mail, ...more] = await site.deliver()
    assert.deepEqual(more, [])
    assert.match(mail!.text, /On Friday/)
  })
})

test('digests are scheduled in the time zone of the server', () => {
  const start = Date.parse('2026-02-10T11:30:00Z') / 1000
  for (let now = start; now < start + 400 * 86_400; now += 7 * 3600 + 13) {
    const [daily, weekly, monthly] = (['daily', 'weekly', 'monthly'] as const).map(period => {
      const next = nextDigest(period, now)
      assert.ok(next > now)
      assert.ok(nextDigest(period, next) > next)
      assert.equal(nextDigest(period, next - 1), next)
      return new Date(next * 1000)
    }) as [Date, Date, Date]
    // When daylight saving time starts, an hour may not exist.
    const isAt = (date: Date, hour: number) => [hour, hour + 1].includes(date.getHours()) && date.getMinutes() === 0
    assert.ok(isAt(daily, 1))
    assert.ok(daily.getTime() / 1000 - now <= 25 * 3600)
    assert.ok(weekly.getDay() === 1 && isAt(weekly, 2))
    assert.ok(weekly.getTime() / 1000 - now <= 7 * 86_400 + 3600)
    assert.ok(monthly.getDate() === 1 && isAt(monthly, 3))
    assert.ok(monthly.getTime() / 1000 - now <= 31 * 86_400 + 3600)
  }
})
