// Repository failures are reported readably in the API, on the repository page and by email, and lose no translations.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { type MailSite, mailSite } from '../notifications/testing.ts'
import { po, RepositorySite, temporaryFolder, Upstream } from '../repositories/testing.ts'
import { Person, says } from './testing.ts'

const HOUR = 3600

describe('repository failures', () => {
  const data = temporaryFolder()
  const upstream = new Upstream(path.join(data, 'upstream'))
  const PATH = process.env.PATH
  let mail: MailSite
  let site: RepositorySite
  let boss: Person
  let page: string

  before(async () => {
    mail = await mailSite(await temporaryStore('sqlite'), {
      config: { data: path.join(data, 'site'), repositoryProtocols: ['file'], repositoryNetwork: 'any' },
    })
    site = await RepositorySite.open(mail.api)
    boss = await Person.named(mail.api, 'Gardener', { superuser: true })
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '', Pear: '' }) })
    await site.component(upstream.url, { push_on_commit: false })
    page = site.at.replace('/api/components', '/manage/repository')
    // Users who can fix it are notified of alerts, others of the failure.
    await mail.subscribe(await mail.person('Anna', { superuser: true }), 'NewAlertNotificaton', 0)
    const bert = await mail.person('Bert', { languages: ['cs'], watched: ['garden'] })
    for (const kind of ['MergeFailureNotification', 'ParseErrorNotification']) await mail.subscribe(bert, kind, 0)
    await site.translate('cs', 'Plum', 'Švestka')
    await mail.deliver()
  })
  afterEach(async () => {
    process.env.PATH = PATH
    assert.equal((await site.texts('cs')).Plum, 'Švestka', 'nothing is lost')
    // Emails sent hours ago hardly count towards the limits.
    mail.clock.advance(2 * HOUR)
    await mail.deliver()
  })
  after(async () => {
    await site.sound()
    rmSync(data, { recursive: true, force: true })
  })

  /** The problem is fixed and a pull succeeds. */
  const isOver = async (mend: () => void) => {
    mend()
    assert.equal((await site.operate('pull')).result, true)
  }
  /** Checks all three places. */
  const isTold = async (operation: string, result: boolean, what: RegExp, subjects: readonly RegExp[]) => {
    const outcome = await site.operate(operation)
    assert.equal(outcome.result, result)
    assert.match(outcome.detail ?? '', what, 'the answer')
    const { status, merge_failure } = await site.status()
    assert.match(`${status}\n${merge_failure}`, what, 'the state')
    says((await boss.open(page)).text, what)
    const mails = await mail.deliver()
    for (const subject of subjects) {
      const found = mails.filter(each => subject.test(each.subject))
      assert.equal(found.length, 1, `${subject} among ${mails.map(each => each.subject)}`)
      assert.match(found[0]!.text, what, 'the mail')
      assert.match(found[0]!.html, what, 'the mail as HTML')
    }
  }

  test('an unreachable server', async t => {
    renameSync(upstream.bare, `${upstream.bare}.away`)
    t.after(() => isOver(() => renameSync(`${upstream.bare}.away`, upstream.bare)))
    await isTold('pull', false, /There is no repository at this address/, [/Alert/])
  })

  test('a deleted branch', async t => {
    const at = upstream.git('-C', upstream.bare, 'rev-parse', 'main')
    upstream.git('-C', upstream.bare, 'update-ref', '-d', 'refs/heads/main')
    t.after(() => isOver(() => upstream.git('-C', upstream.bare, 'update-ref', 'refs/heads/main', at)))
    await isTold('pull', false, /The branch does not exist in the repository\./, [/Alert/])
  })

  test('a full disk', async () => {
    const folder = path.join(data, 'bin')
    mkdirSync(folder, { recursive: true })
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    const full = 'case "$1" in fetch) echo "fatal: write error: No space left on device" >&2; exit 128;; esac'
    writeFileSync(path.join(folder, 'git'), `#!/bin/sh\n${full}\nexec ${real} "$@"\n`)
    chmodSync(path.join(folder, 'git'), 0o755)
    process.env.PATH = `${folder}:${PATH}`
    await isTold('pull', false, /The disk of this server is full\./, [/Alert/])
  })

  test('a rejected push', async t => {
    const hook = path.join(upstream.bare, 'hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho "closed for repairs" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    t.after(() => rmSync(hook, { force: true }))
    await isTold('push', false, /rejected the push: closed for repairs/, [/Alert/, /push failed/])
    rmSync(hook)
    assert.deepEqual(await site.operate('push'), { result: true })
  })

  test('a string changed on both sides', async () => {
    upstream.update()
    await site.translate('cs', 'Apple', 'Jablíčko')
    upstream.publish('Theirs', { 'po/cs.po': po('cs', { Apple: 'Jabko', Plum: 'Švestka', Pear: '' }) })
    await isTold('pull', true, /Apple|1 string was changed both here and in the repository/, [/Alert/, /merge failed/])
    assert.deepEqual(await site.suggestions('cs', 'Apple'), [['Jablíčko', 'Boss']])
  })

  test('a file that cannot be parsed', async () => {
    upstream.update()
    upstream.publish('Broken', { 'po/de.po': 'msgid "Apple\n' })
    await isTold('pull', true, /po\/de\.po/, [/Alert/, /Parsing failed/])
  })

  test('a force push is not a failure and keeps translations', async () => {
    await site.translate('cs', 'Pear', 'Hruška')
    upstream.inside('checkout', '--quiet', '--orphan', 'anew')
    upstream.inside('rm', '--quiet', '--cached', '-r', 'po/de.po')
    rmSync(upstream.at('po/de.po'))
    upstream.publish('Anew', { 'po/cs.po': po('cs', { Apple: 'Jabko', Plum: '', Pear: '' }) }, '--force')
    assert.deepEqual(await site.operate('pull'), { result: true })
    assert.deepEqual(await site.texts('cs'), { Apple: 'Jabko', Plum: 'Švestka', Pear: 'Hruška' })
    const { text } = await boss.open(page)
    assert.doesNotMatch(text, /class="note wrong"/)
    assert.deepEqual(await site.operate('push'), { result: true })
    assert.match(upstream.file('po/cs.po'), /Švestka[\s\S]*Hruška/)
  })
})
