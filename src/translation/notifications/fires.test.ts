import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { SITE } from '../api/testing.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { type MailSite, mailSite, type Person, summary } from './testing.ts'

onEachEngine('each kind fires', open => {
  let site: MailSite
  let home: TestCatalogue
  let boss: Person
  let czech: Person
  let german: Person
  before(async () => {
    site = await mailSite(await open())
    home = await testCatalogue(site.api.services)
    boss = await site.person('Boss', { superuser: true, realName: 'The Boss' })
    czech = await site.person('Czech', { languages: ['cs'], watched: ['hello'] })
    german = await site.person('German', { languages: ['de'], watched: ['hello'] })
    await site.deliver()
  })
  beforeEach(async () => {
    const { store } = site.api.services
    await store.transaction(tx => tx.deleteFrom('subscription').execute())
    site.clock.advance(86_400)
    await site.deliver()
  })

  const unit = (i: number) => `/api/units/${home.units[i]!.id}/`
  const component = '/api/components/hello/main/'
  const cases: [kind: string, by: (who: Person) => Promise<unknown>, who: string, subject: string][] = [
    [
      'LockNotification',
      by => site.send(by, 'POST', `${component}lock/`, { lock: true }),
      'czech german',
      'Component locked – Project hello / Main',
    ],
    [
      'LockNotification',
      by => site.send(by, 'POST', `${component}lock/`, { lock: false }),
      'czech german',
      'Component unlocked – Project hello / Main',
    ],
    [
      'LicenseNotification',
      by => site.send(by, 'PATCH', component, { license: 'MIT' }),
      'czech german',
      'License changed – Project hello / Main',
    ],
    [
      'NewSuggestionNotificaton',
      by => site.send(by, 'POST', `${unit(0)}suggestions/`, { target: ['Ahoj'] }),
      'czech',
      'Suggestion added – Project hello / Main / Czech',
    ],
    [
      'NewCommentNotificaton',
      by => site.send(by, 'POST', `${unit(0)}comments/`, { comment: 'Hm.' }),
      'czech',
      'Comment added – Project hello / Main / Czech',
    ],
    [
      'NewCommentNotificaton',
      by => site.send(by, 'POST', `${unit(0)}comments/`, { comment: 'Hm.', scope: 'global' }),
      'czech german',
      'Comment added – Project hello / Main / English',
    ],
    [
      'MentionCommentNotificaton',
      by => site.send(by, 'POST', `${unit(0)}comments/`, { comment: 'What do you think, @German?' }),
      'german',
      'Comment added – Project hello / Main / Czech',
    ],
    [
      'TranslatedStringNotificaton',
      by => site.send(by, 'PATCH', unit(0), { target: ['Ahoj světe!\n'], state: 20 }),
      'czech',
      'Translation added – Project hello / Main / Czech',
    ],
    [
      'ChangedStringNotificaton',
      by => site.send(by, 'PATCH', unit(0), { target: ['Nazdar světe!\n'], state: 20 }),
      'czech',
      'Translation changed – Project hello / Main / Czech',
    ],
    [
      'NewStringNotificaton',
      by => site.send(by, 'PATCH', unit(0), { target: ['Nazdar světe!\n'], state: 10 }),
      'czech',
      'Marked for edit – Project hello / Main / Czech',
    ],
    [
      'ApprovedStringNotificaton',
      async by => {
        await site.send(by, 'PATCH', '/api/projects/hello/', { translation_review: true })
        await site.send(by, 'PATCH', unit(0), { target: ['Nazdar světe!\n'], state: 30 })
      },
      'czech',
      'Translation approved – Project hello / Main / Czech',
    ],
    [
      'NewAnnouncementNotificaton',
      by => site.send(by, 'POST', '/api/projects/hello/announcements/', { message: 'A new release' }),
      'czech german',
      'Announcement posted – Project hello',
    ],
    [
      'NewAnnouncementNotificaton',
      by => site.send(by, 'POST', '/api/projects/hello/languages/cs/announcements/', { message: 'For Czechs' }),
      'czech',
      'Announcement posted – Project hello / Czech',
    ],
    [
      'NewTranslationNotificaton',
      by => site.send(by, 'POST', `${component}translations/`, { language_code: 'de' }),
      'czech german',
      'Language added – Project hello / Main / German',
    ],
    [
      'NewStringNotificaton',
      async by => {
        await site.send(by, 'PATCH', component, { manage_units: true })
        const body = { source: ['Good night'], target: ['Good night'] }
        await site.send(by, 'POST', '/api/translations/hello/main/en/units/', body)
      },
      'czech german',
      'String added – Project hello / Main / English',
    ],
    [
      'NewComponentNotificaton',
      by =>
        site.send(by, 'POST', '/api/projects/hello/components/', {
          name: 'Second',
          slug: 'second',
          file_format: 'po',
          filemask: 'second/*.po',
          source_language: 'en',
        }),
      'czech german',
      'Component created – Project hello / Second',
    ],
  ]
  for (const [i, [kind, act, who, subject]] of cases.entries())
    test(`${i + 1}: ${kind}, ${subject}`, async () => {
      for (const person of [boss, czech, german]) await site.subscribe(person, kind, 10)
      await site.subscribe(boss, kind, 0)
      await act(boss)
      const mails = await site.deliver()
      assert.deepEqual(
        summary(mails),
        who.split(' ').map(name => `${name} ${kind}`),
      )
      for (const mail of mails) {
        assert.equal(mail.subject, subject)
        assert.match(mail.text, /by The Boss/)
        assert.match(
          mail.text,
          /You get this because of your subscription to “.+” \(Watched projects\)\.\nMute just this: https:/,
        )
        assert.match(mail.text, new RegExp(`${SITE}/(projects|translate)/hello/`))
      }
      assert.deepEqual(await site.deliver(), [], 'once is enough')
    })

  test('an announcement that is not to be mailed is not', async () => {
    await site.subscribe(czech, 'NewAnnouncementNotificaton', 10)
    await site.send(boss, 'POST', '/api/projects/hello/announcements/', { message: 'Quiet', notify: false })
    assert.deepEqual(await site.deliver(), [])
  })

  test('whoever worked on a string hears of comments on it', async () => {
    const dora = await site.person('Dora')
    const emil = await site.person('Emil')
    await site.send(dora, 'PATCH', unit(3), { target: ['Díky.'], state: 20 })
    await site.send(emil, 'POST', `${unit(3)}comments/`, { comment: 'Nice' })
    await site.deliver()
    for (const person of [czech, dora, emil, boss]) await site.subscribe(person, 'LastAuthorCommentNotificaton', 0)
    await site.send(boss, 'POST', `${unit(3)}comments/`, { comment: 'Really?' })
    const mails = await site.deliver()
    assert.deepEqual(summary(mails), ['dora LastAuthorCommentNotificaton', 'emil LastAuthorCommentNotificaton'])
    assert.match(mails[0]!.text, /Comment: Really\?/)
    assert.match(mails[0]!.text, /Source: Thank you for using Weblate\./)
  })

  test('a mail has its headers: who, what, thread, one click to mute', async () => {
    await site.subscribe(czech, 'NewCommentNotificaton', 0)
    await site.send(boss, 'POST', `${unit(1)}comments/`, { comment: 'Plural <b>forms</b> & more' })
    const [mail] = await site.deliver()
    const { headers } = mail!
    assert.equal(headers.from, 'The Boss <mail@example.org>')
    assert.equal(headers.to, 'Czech <czech@example.org>')
    assert.equal(headers['x-mailer'], 'Parlance')
    assert.equal(headers['auto-submitted'], 'auto-generated')
    assert.equal(headers['x-parlance-recipient-username'], 'Czech')
    const thread = `<hello/main/cs/${home.units[1]!.id}@translate.example.org>`
    assert.deepEqual([headers['in-reply-to'], headers.references], [thread, thread])
    assert.match(headers['message-id']!, /^<[\w-]+@translate\.example\.org>$/)
    assert.match(
      headers['list-unsubscribe']!,
      /^<https:\/\/translate\.example\.org\/accounts\/unsubscribe\/\?i=[\w.-]+>$/,
    )
    assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
    assert.match(mail!.html, /Plural &lt;b&gt;forms&lt;\/b&gt; &amp; more/)
    assert.match(mail!.text, /Plural <b>forms<\/b> & more/)
    assert.match(mail!.text, /Source 2: Orangutan has %d bananas\./)
  })
})
