import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import { MAIL_LANE } from '#events/mail/outbox.ts'
import type { ReceivedMail } from '#events/mail/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { multipart, testApi } from '../api/testing.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { followChangeLog } from './follow.ts'
import { DIGEST_JOB, NOTIFY_JOB, NOTIFY_LANE } from './register.ts'
import { type MailSite, mailSite, type Person, summary } from './testing.ts'

const KIND = 'ChangedStringNotificaton'

onEachEngine('instant emails', open => {
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
    site.server.misdeed = null
    site.clock.advance(2 * 86_400)
    await site.deliver()
  })
  let text = 0
  const edit = (i = 0) =>
    site.send(boss, 'PATCH', `/api/units/${home.units[i]!.id}/`, { target: [`Ahoj ${++text}\n`], state: 20 })
  const count = async (table: 'notice' | 'mail' | 'mail_state') =>
    (
      await store.read
        .selectFrom(table)
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const listed = (mail: ReceivedMail): number => mail.text.match(/^Translation changed by/gm)?.length ?? 0

  test('combine an upload of many strings into one email that lists a hundred', async () => {
    const sources = Array.from({ length: 250 }, (_, i) => `String number ${i}`)
    await testCatalogue(site.api.services, { slug: 'large', strings: sources.map(source => ({ source: [source] })) })
    await site.deliver()
    await site.subscribe(anna, KIND, 0)
    const po = sources.map(source => `msgid "${source}"\nmsgstr "Číslo ${source}"\n`).join('\n')
    const file = {
      name: 'file',
      filename: 'cs.po',
      content: Buffer.from(`msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${po}`),
    }
    const sent = await site.api.send('POST', '/api/translations/large/main/cs/file/', {
      key: boss.key,
      ...multipart({ method: 'translate' }, file),
    })
    assert.equal(sent.json?.accepted, 250, sent.text)
    const mails = await site.deliver()
    assert.deepEqual(summary(mails), [`anna ${KIND}`])
    assert.equal(mails[0]!.subject, 'String was changed (250 times) – Project large / Main / Czech')
    assert.equal(mails[0]!.text.match(/^Translation uploaded by/gm)?.length, 100)
    assert.match(mails[0]!.text, /^… and 150 more\.$/m)
    assert.equal(mails[0]!.headers['in-reply-to'], undefined, 'many strings are no thread')
    await site.send(boss, 'DELETE', '/api/projects/large/')
  })

  test('stop after three in a row, then combine the rest once the limit allows', async () => {
    await site.subscribe(anna, KIND, 0)
    const counts: number[] = []
    for (let i = 0; i < 8; i++) {
      await edit()
      counts.push((await site.deliver()).length)
    }
    assert.deepEqual(counts, [1, 1, 1, 0, 0, 0, 0, 0])
    site.clock.advance(119)
    assert.deepEqual(await site.deliver(), [])
    site.clock.advance(1)
    const [folded, ...more] = await site.deliver()
    assert.deepEqual(more, [])
    assert.equal(listed(folded!), 5)
    assert.equal(folded!.subject, 'String was changed (5 times) – Project hello / Main / Czech')
    assert.equal(await count('notice'), 0)
  })

  test('combine a pending burst by kind and lose nothing', async () => {
    await site.subscribe(anna, KIND, 0)
    await site.subscribe(anna, 'NewCommentNotificaton', 0)
    for (let i = 0; i < 6; i++) await edit()
    await site.send(boss, 'POST', `/api/units/${home.units[0]!.id}/comments/`, { comment: 'Many edits' })
    const mails = await site.deliver()
    assert.deepEqual(summary(mails), [`anna ${KIND}`, 'anna NewCommentNotificaton'])
    assert.equal(listed(mails.find(mail => mail.headers['x-parlance-notification'] === KIND)!), 6)
  })

  test('survive an email server that defers them', async () => {
    await site.subscribe(anna, KIND, 0)
    site.server.misdeed = 'put off'
    await edit()
    assert.deepEqual(await site.deliver(), [])
    site.server.misdeed = null
    site.clock.advance(120)
    assert.deepEqual(summary(await site.deliver()), [`anna ${KIND}`])
  })

  test('are sent once across restarts at any point', async () => {
    await site.subscribe(anna, KIND, 0)
    const again = () => mailSite(store, { server: site.server, clock: site.clock })
    await edit()
    const first = await again()
    await followChangeLog(first.api.services)
    const second = await again()
    await second.runDue(NOTIFY_LANE)
    const third = await again()
    assert.deepEqual(summary(await third.deliver()), [`anna ${KIND}`])
    assert.deepEqual(await (await again()).deliver(), [])
  })

  test('are sent once by several concurrent workers', async () => {
    await site.subscribe(anna, KIND, 0)
    await edit()
    await edit(3)
    const workers = await Promise.all([1, 2, 3].map(() => mailSite(store, { server: site.server, clock: site.clock })))
    await Promise.all(workers.map(worker => worker.runDue(NOTIFY_LANE)))
    await Promise.all(workers.map(worker => worker.runDue(MAIL_LANE)))
    assert.equal(site.server.take().length, 2)
  })

  test('do not interfere with concurrent edits', async () => {
    await site.subscribe(anna, KIND, 0)
    const writing = Promise.all(
      home.units.map(async (unit, i) => {
        for (let round = 0; round < 4; round++) {
          const forms = i === 1 ? 3 : 1
          const target = Array.from({ length: forms }, () => `Unit ${unit.id} round ${round}.\n`)
          await site.send(boss, 'PATCH', `/api/units/${unit.id}/`, { target, state: 20 })
        }
      }),
    )
    const done = writing.then(() => true)
    const others = await Promise.all([1, 2].map(() => mailSite(store, { server: site.server, clock: site.clock })))
    while (!(await Promise.race([done, new Promise(resolve => setImmediate(resolve))])))
      await Promise.all(others.map(other => other.runDue(NOTIFY_LANE)))
    site.clock.advance(7200)
    const mails = await site.deliver()
    const told = mails.flatMap(mail =>
      [...mail.text.matchAll(/Translation(?: 1)?: (Unit \d+ round \d\.)/g)].map(match => match[1]!),
    )
    const wanted = home.units.flatMap(({ id }) => [0, 1, 2, 3].map(round => `Unit ${id} round ${round}.`))
    assert.deepEqual(told.sort(), wanted.sort())
  })

  test('are not sent to a user who unsubscribes meanwhile', async () => {
    const id = await site.subscribe(anna, KIND, 0)
    await edit()
    await followChangeLog(site.api.services)
    await site.send(anna, 'PATCH', `/api/users/Anna/notifications/${id}/`, { frequency: 0 })
    assert.deepEqual(await site.deliver(), [])
    assert.equal(await count('notice'), 0)
  })

  test('leave out changes deleted before sending', async () => {
    const gone = await testCatalogue(site.api.services, { slug: 'gone' })
    await site.deliver()
    await site.subscribe(anna, KIND, 0)
    await site.send(boss, 'PATCH', `/api/units/${gone.units[0]!.id}/`, { target: ['Pryč\n'], state: 20 })
    await followChangeLog(site.api.services)
    await site.send(boss, 'DELETE', '/api/projects/gone/')
    assert.deepEqual(await site.deliver(), [])
  })

  test('remove a one-time subscription after sending', async () => {
    const id = await site.subscribe(anna, 'LockNotification', 0)
    await store.transaction(tx => tx.updateTable('subscription').set({ onetime: 1 }).where('id', '=', id).execute())
    const lock = (locked: boolean) => site.send(boss, 'POST', '/api/components/hello/main/lock/', { lock: locked })
    await lock(true)
    assert.equal((await site.deliver()).length, 1)
    await lock(false)
    assert.equal((await site.deliver()).length, 0)
  })

  test('escape hostile names and strings in headers and markup', async () => {
    const eve = await site.person('Eve', { languages: ['cs'], superuser: true })
    const { accounts } = site.api.services
    await store.transaction(tx =>
      accounts.update(tx, eve.id, { realName: 'Eve"\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>' }),
    )
    await store.transaction(tx =>
      tx
        .updateTable('project')
        .set({ name: 'Evil\r\nSubject: fake <img src=x>' })
        .where('slug', '=', 'hello')
        .execute(),
    )
    await site.subscribe(anna, KIND, 0)
    await site.send(eve, 'PATCH', `/api/units/${home.units[0]!.id}/`, {
      target: ['</p><script src="https://evil.example/"></script>"\'&\u0000\u0007\n'.replace('\u0000', '')],
      state: 20,
    })
    const [mail] = await site.deliver()
    assert.deepEqual(mail!.to, ['anna@example.org'])
    assert.equal(mail!.headers.bcc, undefined)
    assert.equal(mail!.subject, 'Translation changed – Evil Subject: fake <img src=x> / Main / Czech')
    assert.match(mail!.headers.from!, /<mail@example\.org>$/)
    assert.doesNotMatch(mail!.html, /<script|<img/)
    assert.match(mail!.html, /&lt;script src=&quot;https:\/\/evil\.example\/&quot;&gt;/)
    await store.transaction(tx =>
      tx.updateTable('project').set({ name: 'Project hello' }).where('slug', '=', 'hello').execute(),
    )
  })

  test('link to an unsubscribe page that asks first and rejects forged links', async () => {
    const id = await site.subscribe(anna, KIND, 0)
    const other = await site.subscribe(anna, 'LockNotification', 0)
    await edit()
    const [mail] = await site.deliver()
    const path = mail!.headers['list-unsubscribe']!.slice(1, -1).replace('https://translate.example.org', '')
    const frequency = async (of: number) =>
      (await site.send(anna, 'GET', `/api/users/Anna/notifications/${of}/`)).json.frequency
    const asked = await site.api.send('GET', path)
    assert.equal(asked.status, 200)
    assert.match(asked.text, /String was changed” \(All projects\)[\s\S]*<button[^>]*>Unsubscribe<\/button>/)
    assert.equal(await frequency(id), 1)
    for (const forged of [path.replace(/i=\d+\.\d+/, `i=${anna.id}.${other}`), `${path}x`, '/accounts/unsubscribe/'])
      for (const method of ['GET', 'POST']) assert.equal((await site.api.send(method, forged)).status, 404, forged)
    assert.equal(await frequency(other), 1)
    const muted = await site.api.send('POST', path, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(muted.status, 200)
    assert.deepEqual([await frequency(id), await frequency(other)], [0, 1], 'the row is kept, the other untouched')
    await edit()
    assert.deepEqual(await site.deliver(), [])
    const form = multipart({ 'List-Unsubscribe': 'One-Click' })
    assert.equal((await site.api.send('POST', path, form)).status, 200, 'twice does no harm')
  })
})

onEachEngine('a site without email', open => {
  test('records nothing and sends nothing later', async () => {
    const store = await open()
    const clock = manualClock()
    const quiet = await testApi(store, {}, clock)
    const home = await testCatalogue(quiet.services)
    const { key } = await quiet.user('Boss', { superuser: true })
    const edit = (target: string) =>
      quiet.send('PATCH', `/api/units/${home.units[0]!.id}/`, { key, body: { target: [`${target}\n`], state: 20 } })
    assert.equal((await edit('Before')).status, 200)
    for (const table of ['notice', 'mail', 'mail_state'] as const)
      assert.deepEqual(await store.read.selectFrom(table).selectAll().execute(), [])
    const jobs = await store.read
      .selectFrom('job')
      .select('kind')
      .where('kind', 'in', [NOTIFY_JOB, DIGEST_JOB])
      .execute()
    assert.deepEqual(jobs, [])
    assert.deepEqual(quiet.services.jobs.lanes, ['main', 'repositories', 'alerts', 'web-hooks'])
    const site = await mailSite(store, { clock })
    const anna = await site.person('Anna', { languages: ['cs'] })
    await site.subscribe(anna, KIND, 0)
    assert.deepEqual(await site.deliver(), [], 'what happened before is no news')
    // Email is off for a week.
    await edit('Meanwhile')
    clock.advance(7 * 86_400)
    const later = await mailSite(store, { clock, server: site.server })
    assert.deepEqual(await later.deliver(), [])
    await edit('After')
    const [mail] = await (await mailSite(store, { clock, server: site.server })).deliver()
    assert.match(mail!.text, /Translation: After/)
  })
})
