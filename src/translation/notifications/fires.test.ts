import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setOptions } from '#accounts/options.ts'
import { seconds } from '#store/clock.ts'
import { onEachEngine } from '#store/testing.ts'
import { SITE } from '../api/testing.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { drainRepositories, po, temporaryFolder, Upstream } from '../repositories/testing.ts'
import { NOTIFICATION_KINDS } from './kinds/index.ts'
import { nextDigest } from './schedule.ts'
import { type MailSite, mailSite, type Person, summary } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))
let sites = 0

/** Kinds triggered by the tests below. */
const seen = new Set<string>()

onEachEngine('each notification kind', open => {
  let upstream: Upstream
  let site: MailSite
  let home: TestCatalogue
  let boss: Person
  let czech: Person
  let german: Person
  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    site = await mailSite(await open(), { config: { data: path.join(data, String(++sites)), ...rules } })
    home = await testCatalogue(site.api.services)
    boss = await site.person('Boss', { superuser: true, realName: 'The Boss' })
    czech = await site.person('Czech', { languages: ['cs'], watched: ['hello'] })
    german = await site.person('German', { languages: ['de'], watched: ['hello'] })
    upstream = new Upstream(path.join(data, `upstream-${sites}`))
    upstream.publish('Begin', {
      'po/cs.po': po('cs', { Apple: 'Jablko', Pear: '', Plum: '' }),
      'po/de.po': po('de', { Apple: 'Apfel', Pear: 'Birne', Plum: '' }),
    })
    await site.send(boss, 'POST', '/api/projects/hello/components/', {
      name: 'App',
      slug: 'app',
      file_format: 'po',
      vcs: 'git',
      filemask: 'po/*.po',
      repo: upstream.url,
      push: upstream.url,
      push_on_commit: false,
    })
    await drainRepositories(site.api.services)
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
  const app = '/api/components/hello/app/'
  const operate = (by: Person, operation: string) =>
    site.api.send('POST', `${app}repository/`, { key: by.key, body: { operation } })
  const translate = async (by: Person, code: string, source: string, target: string) => {
    const { json } = await site.send(by, 'GET', `/api/translations/hello/app/${code}/units/`)
    const { id } = json.results.find((each: { source: string[] }) => each.source[0] === source)
    await site.send(by, 'PATCH', `/api/units/${id}/`, { target: [target], state: 20 })
  }
  const cases: [kind: string, by: (who: Person) => Promise<unknown>, who: string, subject: string, by?: null][] = [
    [
      'NewContributorNotificaton',
      by => translate(by, 'cs', 'Pear', 'Hruška'),
      'czech',
      'Contributor joined – Project hello / App / Czech',
    ],
    [
      'LanguageTranslatedNotificaton',
      by => translate(by, 'cs', 'Plum', 'Švestka'),
      'czech german',
      'Translation completed – Project hello / App / Czech',
    ],
    [
      'ComponentTranslatedNotificaton',
      by => translate(by, 'de', 'Plum', 'Pflaume'),
      'czech german',
      'Component translation completed – Project hello / App',
    ],
    [
      'RepositoryNotification',
      by => operate(by, 'commit'),
      'czech german',
      'Operation was performed in the repository (2 times) – Project hello / App',
    ],
    ['RepositoryNotification', by => operate(by, 'push'), 'czech german', 'Changes pushed – Project hello / App'],
    [
      'RepositoryNotification',
      by => {
        upstream.update()
        upstream.publish('A note', { README: 'Fruit' })
        return operate(by, 'pull')
      },
      'czech german',
      'Repository merged – Project hello / App',
    ],
    [
      'MergeFailureNotification',
      async by => {
        await translate(by, 'cs', 'Apple', 'Jablíčko')
        upstream.publish('Ours', { 'po/cs.po': po('cs', { Apple: 'Jabko', Pear: 'Hruška', Plum: 'Švestka' }) })
        await operate(by, 'pull')
      },
      'czech german',
      'Repository merge failed – Project hello / App',
    ],
    [
      'ParseErrorNotification',
      by => {
        upstream.publish('Broken', { 'po/de.po': 'msgid "Apple\n' })
        return operate(by, 'pull')
      },
      'czech german',
      'Parsing failed – Project hello / App',
    ],
    [
      // Alerts have no author, so the user who triggered it is notified too; others lack the permission to fix it.
      'NewAlertNotificaton',
      async by => {
        await site.send(by, 'PATCH', app, { push: `file://${data}/nowhere` })
        await operate(by, 'push')
      },
      'boss',
      'Alert triggered – Project hello / App',
      null,
    ],
    [
      'MergeFailureNotification',
      by => operate(by, 'push'),
      'czech german',
      'Repository push failed – Project hello / App',
    ],
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
      'The Boss mentioned you in a comment – Project hello / Main / Czech',
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
        const body = { source: ['Good night'], target: [''] }
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
  for (const [i, [kind, act, who, subject, actor]] of cases.entries())
    test(`${i + 1}: ${kind}, ${subject}`, async () => {
      seen.add(kind)
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
        assert.equal(/ by The Boss/.test(mail.text), actor !== null)
        assert.match(
          mail.text,
          /You are receiving this because you subscribed to “.+” \((Watched|All) projects\)\.\nUnsubscribe from this notification: https:/,
        )
        assert.match(mail.text, new RegExp(`${SITE}/(projects|translate)/hello/`))
      }
      assert.deepEqual(await site.deliver(), [], 'once is enough')
    })

  test('notifies of an alert but not of its underlying failure as well', async () => {
    for (const kind of ['NewAlertNotificaton', 'MergeFailureNotification']) {
      await site.subscribe(czech, kind, 0)
      await site.subscribe(boss, kind, 0)
    }
    await site.send(boss, 'PATCH', app, { push: upstream.url })
    await site.runDue('alerts')
    await operate(boss, 'push')
    await site.deliver()
    await site.send(boss, 'PATCH', app, { push: `file://${data}/nowhere` })
    await operate(boss, 'push')
    const { store } = site.api.services
    await store.transaction(tx => setOptions(tx, boss.id, [['language', 'de']]))
    const mails = await site.deliver()
    await store.transaction(tx => setOptions(tx, boss.id, [['language', null]]))
    assert.deepEqual(summary(mails), ['boss NewAlertNotificaton', 'czech MergeFailureNotification'])
    assert.match(mails.map(mail => mail.text).join(), /Warnung: Push ins Repository nicht möglich/)
  })

  for (const [kind, act, pattern] of [
    [
      'TranslationActivitySummaryNotification',
      () => site.send(boss, 'PATCH', unit(2), { target: ['Zkus!\n'], state: 20 }),
      /Project hello \/ Main \/ Czech: 1 translated/,
    ],
    [
      'PendingSuggestionsNotification',
      () => site.send(boss, 'POST', `${unit(2)}suggestions/`, { target: ['Zkuste!\n'] }),
      /Project hello \/ Main \/ Czech: \d+ pending/,
    ],
    ['ToDoStringsNotification', async () => {}, /Project hello \/ Main \/ Czech: \d+ pending/],
  ] as const)
    test(`${kind}, in the digest only`, async () => {
      seen.add(kind)
      await site.subscribe(czech, kind, 10, { frequency: 2 })
      await site.subscribe(boss, kind, 0, { frequency: 2 })
      await act()
      assert.deepEqual(await site.deliver(), [])
      site.clock.advance(nextDigest('daily', seconds(site.clock)) - seconds(site.clock))
      const mails = await site.deliver()
      assert.deepEqual(summary(mails), [`czech ${kind}`], 'who has no language has nothing to do')
      assert.match(mails[0]!.text, pattern)
    })

  test('does not email an announcement with notifications off', async () => {
    await site.subscribe(czech, 'NewAnnouncementNotificaton', 10)
    await site.send(boss, 'POST', '/api/projects/hello/announcements/', { message: 'Quiet', notify: false })
    assert.deepEqual(await site.deliver(), [])
  })

  test('a mention wins over a comment, and says who mentioned whom', async () => {
    await site.subscribe(german, 'NewCommentNotificaton', 0)
    await site.subscribe(german, 'MentionCommentNotificaton', 0)
    // A comment on the source string reaches all languages.
    const body = { comment: '@German, have a look', scope: 'global' }
    await site.send(boss, 'POST', `${unit(0)}comments/`, body)
    const mails = await site.deliver()
    assert.deepEqual(summary(mails), ['german MentionCommentNotificaton'])
    assert.match(mails[0]!.subject, /^The Boss mentioned you in a comment/)
    assert.match(mails[0]!.html, /The Boss mentioned you in a comment/)
    const mute = /Mute this thread: https:\/\/[^/]+(\S+)/.exec(mails[0]!.text)![1]!
    assert.equal((await site.api.send('POST', mute)).status, 200)
    await site.send(boss, 'POST', `${unit(0)}comments/`, { comment: 'More', scope: 'global' })
    assert.deepEqual(await site.deliver(), [], 'a muted thread')
    await site.send(boss, 'POST', `${unit(0)}comments/`, { comment: '@German, again', scope: 'global' })
    assert.deepEqual(summary(await site.deliver()), ['german MentionCommentNotificaton'])
  })

  test('sends no email about new strings that arrive translated', async () => {
    for (const person of [czech, german]) await site.subscribe(person, 'NewStringNotificaton', 0)
    upstream.update()
    upstream.publish('Cherry', {
      'po/cs.po': po('cs', { Apple: 'Jablko', Pear: 'Hruška', Plum: 'Švestka', Cherry: 'Třešeň' }),
      'po/de.po': po('de', { Apple: 'Apfel', Pear: 'Birne', Plum: 'Pflaume', Cherry: '' }),
    })
    await operate(boss, 'pull')
    await drainRepositories(site.api.services)
    assert.deepEqual(summary(await site.deliver()), ['german NewStringNotificaton'])
  })

  test('notifies contributors to a string of comments on it', async () => {
    seen.add('LastAuthorCommentNotificaton')
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

  test('sets headers for sender, kind, thread and one-click unsubscribe', async () => {
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

  test('covers every kind', () => {
    assert.deepEqual(
      NOTIFICATION_KINDS.map(kind => kind.name).filter(name => !seen.has(name)),
      [],
    )
    assert.equal(NOTIFICATION_KINDS.length, 23)
  })
})
