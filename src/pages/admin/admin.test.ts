import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, test } from 'node:test'
import { membershipsOf } from '#accounts/memberships.ts'
import { findChanges } from '#events/change-log.ts'
import { putMail } from '#events/mail/outbox.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { PASSWORD, type TestSite, testSite, type Visitor } from '../testing.ts'

const says = (text: string, what: RegExp) => {
  const main = text.slice(text.indexOf('<main'))
  assert.ok(
    what.test(main),
    `${what} is not in: ${main
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .slice(0, 1500)}`,
  )
}

onEachEngine('the administration', open => {
  let store: Store
  let site: TestSite
  let boss: Visitor
  let ann: Visitor

  before(async () => {
    store = await open()
    site = await testSite(store, { mailUrl: 'smtp://127.0.0.1:9' })
    const account = await site.person('Boss', { email: 'boss@example.org', superuser: true })
    await store.transaction(async tx => {
      for (const group of ['sysop', 'bureaucrat'])
        await tx.insertInto('account_group').values({ account_id: account.id, group_name: group }).execute()
    })
    await site.person('Ann', { email: 'ann@example.org' })
    boss = site.visitor()
    await boss.logIn('Boss')
    ann = site.visitor()
    await ann.logIn('Ann')
  })

  /** What a form of a page leads to. */
  const fill = async (at: string, form: string, fields: Record<string, string | readonly string[]> = {}) => {
    const answer = await boss.send(at, { form, ...fields })
    return answer.status === 303 ? boss.get(answer.location!) : answer
  }

  test('is only for site administrators', async () => {
    const visitor = await site.visitor().get('/admin/')
    assert.deepEqual([visitor.status, visitor.location], [303, '/accounts/login/?next=%2Fadmin%2F'])
    for (const section of [
      '',
      'people/',
      'teams/',
      'roles/',
      'jobs/',
      'mail/',
      'imports/',
      'caches/',
      'settings/',
      'changes/',
    ]) {
      assert.equal((await ann.get(`/admin/${section}`)).status, 403, section)
      const shown = await boss.get(`/admin/${section}`)
      assert.equal(shown.status, 200, section)
      assert.match(String(shown.headers['cache-control']), /no-store/)
    }
    assert.equal((await boss.get('/admin/nothing/')).status, 404)
    assert.equal((await boss.get('/admin')).location, '/admin/')
    says((await boss.get('/')).text.replace('<header', '<main'), /href="\/admin\/"/)
  })

  test('managers who are not superusers see neither emails nor the log', async () => {
    const account = await site.person('Manager')
    await store.transaction(async tx => {
      const role = await tx
        .insertInto('role')
        .values({ name: 'Looks after it' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('role_permission').values({ role_id: role.id, permission: 'management.use' }).execute()
      const team = await tx
        .insertInto('team')
        .values({ name: 'Caretakers', defining_project_id: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('team_role').values({ team_id: team.id, role_id: role.id }).execute()
      await tx.insertInto('team_member').values({ team_id: team.id, account_id: account.id }).execute()
    })
    const manager = site.visitor()
    await manager.logIn('Manager')
    assert.equal((await manager.get('/admin/')).status, 200)
    assert.equal((await manager.get('/admin/changes/')).status, 403)
    assert.equal((await manager.get('/admin/people/')).status, 403)
    const { clock, jobs } = site.services
    await store.transaction(tx =>
      putMail(
        tx,
        { clock, jobs },
        {
          key: 'secret',
          accountId: null,
          name: '',
          address: 'q@example.org',
          message: {
            subject: 'Hush hush',
            text: `http://site.test/accounts/reset-password/?key=${'k'.repeat(40)}`,
            html: '',
            messageId: '<1@x>',
          },
        },
      ),
    )
    const { id } = await store.read
      .selectFrom('mail')
      .select('id')
      .where('key', '=', 'secret')
      .executeTakeFirstOrThrow()
    for (const at of ['/admin/mail/', `/admin/mail/?id=${id}`])
      assert.doesNotMatch((await manager.get(at)).text, /Hush hush|kkkk/)
    const shown = await boss.get(`/admin/mail/?id=${id}`)
    says(shown.text, /Hush hush/)
    assert.doesNotMatch(shown.text, /kkkk/, 'not even to superusers')
  })

  test('rejects a form without a token', async () => {
    const answer = await boss.send('/healthz', { form: 'clear', cache: 'thumbnails' }, '/admin/caches/')
    assert.equal(answer.status, 403)
  })

  test('the overview shows alerts', async () => {
    const { clock } = site.services
    await store.transaction(tx =>
      tx
        .insertInto('job')
        .values({
          kind: 'broken',
          key: 'x',
          run_at: 0,
          attempts: 8,
          failed_at: Math.floor(clock.now() / 1000),
          last_error: 'It went wrong <here>.',
        })
        .execute(),
    )
    says((await boss.get('/admin/')).text, /Failed jobs: 1/)
    says((await boss.get('/admin/')).text, /SQLite|PostgreSQL/)
  })

  test('a failed job shows its reason and can be retried and discarded', async () => {
    says((await boss.get('/admin/jobs/?state=failed')).text, /broken[\s\S]*It went wrong &lt;here&gt;\./)
    const { id } = await store.read
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'broken')
      .executeTakeFirstOrThrow()
    says((await fill('/admin/jobs/?state=failed', 'again', { id: String(id) })).text, /Retrying the job now/)
    const job = () => store.read.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
    assert.deepEqual([(await job())!.failed_at, (await job())!.attempts], [null, 0])
    says((await fill('/admin/jobs/', 'give-up', { id: String(id) })).text, /changed in the meantime/)
    assert.notEqual(await job(), undefined, 'only what has failed is given up')
    await store.transaction(tx => tx.updateTable('job').set({ failed_at: 1 }).where('id', '=', id).execute())
    says((await fill('/admin/jobs/?state=failed', 'give-up', { id: String(id) })).text, /Job discarded/)
    assert.equal(await job(), undefined)
    const { changes } = await findChanges(store.read, { area: 'site' }, null, 10)
    assert.deepEqual(
      changes.slice(0, 2).map(each => [each.kind, each.subject]),
      [
        ['job-given-up', 'broken'],
        ['job-again', 'broken'],
      ],
    )
  })

  test('a failed email can be retried', async () => {
    await store.transaction(tx =>
      tx
        .updateTable('mail')
        .set({ failed_at: 5, last_error: 'No such mailbox.' })
        .where('key', '=', 'secret')
        .execute(),
    )
    const row = () => store.read.selectFrom('mail').selectAll().where('key', '=', 'secret').executeTakeFirstOrThrow()
    const id = String((await row()).id)
    says((await boss.get('/admin/mail/?state=failed')).text, /q@example\.org[\s\S]*Hush hush[\s\S]*No such mailbox\./)
    says((await fill('/admin/mail/?state=failed', 'again', { id })).text, /as soon as the email server accepts it/)
    assert.deepEqual([(await row()).failed_at, (await row()).attempts], [null, 0])
    says((await fill('/admin/mail/', 'give-up', { id })).text, /Email discarded/)
    assert.notEqual((await row()).failed_at, null)
    await store.transaction(tx => tx.updateTable('mail').set({ message: '' }).where('id', '=', Number(id)).execute())
    says((await fill('/admin/mail/?state=failed', 'again', { id })).text, /changed in the meantime/)
    await store.transaction(tx => tx.deleteFrom('mail').execute())
  })

  test('tests the email server and shows its response', async () => {
    const failed = await boss.send('/admin/mail/', { form: 'test', address: 'me@example.org' })
    assert.equal(failed.status, 400)
    says(failed.text, /id="test-problem">[^<]*(ECONNREFUSED|refused|reach)/i)
    assert.equal((await boss.send('/admin/mail/', { form: 'test', address: 'nobody' })).status, 400)
  })

  test('finds, creates, locks and deletes accounts', async () => {
    says((await boss.get('/admin/people/?q=an')).text, /Ann[\s\S]*ann@example\.org/)
    says((await boss.get('/admin/people/?q=ANN@example.org')).text, /people\/\?name=Ann/)
    says((await boss.get('/admin/people/?group=sysop')).text, /people\/\?name=Boss/)
    assert.doesNotMatch((await boss.get('/admin/people/?group=sysop')).text, /people\/\?name=Ann/)
    const taken = await boss.send('/admin/people/', {
      form: 'create',
      username: 'Ann',
      full_name: 'A',
      email: 'x@example.org',
    })
    assert.equal(taken.status, 400)
    says(taken.text, /id="create-username-problem"/)
    const made = await fill('/admin/people/', 'create', {
      username: 'Fresh',
      full_name: 'Fresh Face',
      email: 'fresh@example.org',
    })
    says(made.text, /Account created/)
    await site.work()
    assert.deepEqual(
      [(await site.mails())[0]!.address, /reset-password/.test((await site.mails())[0]!.text)],
      ['fresh@example.org', true],
    )
    const at = '/admin/people/?name=Fresh'
    says((await fill(at, 'lock')).text, /All its sessions have ended[\s\S]*This account is locked/)
    says((await fill(at, 'unlock')).text, /Account unlocked/)
    says(
      (await fill(at, 'change', { full_name: 'Fresh Paint', email: 'paint@example.org', is_bot: 'true' })).text,
      /Saved[\s\S]*paint@example\.org/,
    )
    assert.equal((await boss.send(at, { form: 'close', confirm: 'Fish' })).status, 400)
    says((await fill(at, 'close', { confirm: 'Fresh' })).text, /Account deleted/)
    says((await boss.get('/admin/people/?name=Nobody')).text, /There is no account/)
  })

  test('changes wiki groups by the wiki’s own rules', async () => {
    const at = '/admin/people/?name=Ann'
    const id = (await site.services.accounts.byName(store.read, 'Ann'))!.id
    const groups = async () => (await membershipsOf(store.read, id, 0)).map(each => each.group)
    says((await fill(at, 'groups', { shown: 'sysop bot', groups: ['sysop', 'bot'], reason: 'Trusted' })).text, /Saved/)
    assert.deepEqual(await groups(), ['bot', 'sysop'])
    await fill(at, 'groups', { shown: 'sysop', reason: '' })
    assert.deepEqual(await groups(), ['bot'], 'what had no box stays')
    const logged = await store.read
      .selectFrom('change_log')
      .select('kind')
      .where('area', '=', 'wiki')
      .where('subject', 'like', '%Ann%')
      .execute()
    assert.ok(logged.length > 0)
  })

  test('shows a new password and key once, or sends a reset email', async () => {
    const at = '/admin/people/?name=Ann'
    const shown = await boss.send(at, { form: 'password' })
    const password = /class="secret"[^>]*>([^<]+)/.exec(shown.text)![1]!
    const again = site.visitor()
    assert.equal((await again.logIn('Ann', password)).status, 303)
    assert.equal((await site.visitor().logIn('Ann', PASSWORD)).status, 403)
    says((await boss.send(at, { form: 'key' })).text, /class="secret"[^>]*>wlu_\w{36}</)
    assert.doesNotMatch((await boss.get(at)).text, /wlu_/)
    says((await fill(at, 'reset')).text, /Email sent/)
    await site.work()
    assert.equal((await site.mails())[0]!.address, 'ann@example.org')
  })

  test('creates, fills and deletes teams and roles', async () => {
    const permissions = ['unit.review', 'comment.add']
    says((await fill('/admin/roles/', 'create', { name: 'Careful', permissions })).text, /Role created[\s\S]*Careful/)
    const role = await store.read
      .selectFrom('role')
      .select('id')
      .where('name', '=', 'Careful')
      .executeTakeFirstOrThrow()
    await fill('/admin/roles/', `role-${role.id}`, { name: 'Careful ones', permissions: 'unit.review' })
    const left = await store.read
      .selectFrom('role_permission')
      .select('permission')
      .where('role_id', '=', role.id)
      .execute()
    assert.deepEqual(
      left.map(each => each.permission),
      ['unit.review'],
      'what has no tick any more is taken away',
    )
    const made = await fill('/admin/teams/', 'create', {
      name: 'Readers of proofs',
      project_selection: '1',
      language_selection: '1',
    })
    says(made.text, /Team created[\s\S]*Readers of proofs/)
    const team = await store.read
      .selectFrom('team')
      .select('id')
      .where('name', '=', 'Readers of proofs')
      .executeTakeFirstOrThrow()
    const at = `/admin/teams/?id=${team.id}`
    says((await fill(at, 'roles', { roles: String(role.id) })).text, /Saved/)
    says((await fill(at, 'join', { part: 'ann' })).text, /Member added[\s\S]*people\/\?name=Ann/)
    says((await boss.send(at, { form: 'join', part: 'Nobody' })).text, /id="join-part-problem">There is no account/)
    says((await fill(at, 'add-admins', { part: 'Ann' })).text, /Saved/)
    says((await fill(at, 'leave', { part: 'Ann' })).text, /Member removed/)
    says((await fill('/admin/people/?name=Ann', 'join', { team: String(team.id) })).text, /Readers of proofs/)
    assert.equal((await boss.send(at, { form: 'remove', confirm: 'no' })).status, 400)
    says((await fill(at, 'remove', { confirm: 'Readers of proofs' })).text, /Deleted/)
    says((await fill('/admin/roles/', `remove-${role.id}`, { confirm: 'Careful ones' })).text, /Deleted/)
  })

  test('counts and clears thumbnails', async () => {
    const folder = path.join(site.services.config.data, 'thumbnails', 'ab', 'abc')
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, '120px.png'), Buffer.alloc(2500))
    says((await boss.get('/admin/caches/')).text, /Thumbnails[\s\S]*Entries: 1[\s\S]*2\.5/)
    says((await fill('/admin/caches/', 'clear', { cache: 'thumbnails' })).text, /Cleared[\s\S]*Entries: 0/)
    assert.equal((await boss.send('/admin/caches/', { form: 'clear', cache: 'nothing' })).status, 404)
  })

  test('shows a sitewide announcement on the home page until it is deleted', async () => {
    const at = '/admin/announcements/'
    says((await fill(at, 'write', { message: '' })).text, /This field may not be blank/)
    says(
      (await fill(at, 'write', { message: 'The site rests on Sunday', severity: 'warning' })).text,
      /Announcement published/,
    )
    for (const page of ['/', '/projects/'])
      says((await ann.get(page)).text, /announcement warning"[\s\S]*?<p>The site rests/)
    const { id } = await store.read.selectFrom('announcement').select('id').executeTakeFirstOrThrow()
    says((await fill(at, 'remove', { id: String(id) })).text, /Announcement deleted/)
    assert.doesNotMatch((await ann.get('/')).text, /The site rests/)
    assert.equal((await boss.send(at, { form: 'nothing' })).status, 404)
  })

  test('checks the database in the background and shows the findings of the command', async () => {
    const at = '/admin/database/'
    says((await boss.get(at)).text, /Check database/)
    says((await fill(at, 'check')).text, /Running in the background[\s\S]*<progress/)
    // The page offers no second one meanwhile; a form that was opened before does nothing.
    const again = await boss.send('/admin/announcements/', { form: 'check' }, at)
    says((await boss.get(again.location!)).text, /changed in the meantime/)
    await site.work()
    says((await boss.get(at)).text, /No differences found[\s\S]*database file[\s\S]*ok[\s\S]*accounts[\s\S]*ok/)
    await store.transaction(tx =>
      tx.insertInto('account_group').values({ account_id: 4711, group_name: 'sysop' }).execute(),
    )
    site.clock.advance(60)
    await fill(at, 'check')
    await site.work()
    says(
      (await boss.get(at)).text,
      /Differences found: 1[\s\S]*account_group has rows for account 4711, which does not exist/,
    )
    await store.transaction(tx => tx.deleteFrom('account_group').where('account_id', '=', 4711).execute())
    const { changes } = await findChanges(store.read, { area: 'site', kind: 'database-checked' }, null, 10)
    assert.equal(changes.length, 2)
  })

  test('superusers list and delete backups, and failures show their reason', async () => {
    const at = '/admin/backups/'
    const folder = path.join(site.services.config.data, 'backups')
    mkdirSync(path.join(folder, '20261101-120000.sqlite.files'), { recursive: true })
    for (const name of ['20261101-120000.sqlite', 'notes.txt', '20261101-120000.sqlite.partial'])
      writeFileSync(path.join(folder, name), Buffer.alloc(2500))
    const { text } = await boss.get(at)
    says(text, /20261101-120000\.sqlite<[\s\S]*2\.5/)
    assert.doesNotMatch(text, /notes|partial/)
    says((await fill(at, 'remove', { name: '../notes.txt' })).text, /in the meantime/)
    says((await fill(at, 'remove', { name: '20261101-120000.sqlite' })).text, /Deleted[\s\S]*No backups yet/)
    assert.deepEqual(readdirSync(folder).sort(), ['20261101-120000.sqlite.partial', 'notes.txt'])
    // The database of this test lies elsewhere, so that there is nothing to back up.
    says((await fill(at, 'make')).text, /background/)
    for (let i = 0; i < 3; i++) {
      await site.work()
      await store.transaction(tx => tx.updateTable('job').set({ run_at: 0 }).where('kind', '=', 'whole-site').execute())
    }
    says((await boss.get(at)).text, /nothing to back up/)
  })

  test('shows the progress of imports', async () => {
    const summary = JSON.stringify({
      file: '/srv/page.sql.gz',
      tables: { page: { read: 12, stored: 10, skipped: { odd: 2 } } },
    })
    await store.transaction(tx =>
      tx
        .insertInto('import_checkpoint')
        .values({ source: 'a:b', kind: 'sql', position: '{}', summary, finished_at: null })
        .execute(),
    )
    const { text } = await boss.get('/admin/imports/')
    says(text, /page\.sql\.gz[\s\S]*10[\s\S]*2[\s\S]*Not finished/)
    assert.doesNotMatch(text, /\/srv/)
  })

  test('filters and pages through the change log', async () => {
    says((await boss.get('/admin/changes/?area=accounts&kind=account-created&subject=Ann')).text, /Ann/)
    says(
      (await boss.get('/admin/changes/?user=Nobody')).text,
      /There is no account named “Nobody”[\s\S]*No matching changes/,
    )
    says((await boss.get('/admin/changes/?below=1')).text, /No matching changes/)
    says((await boss.get('/admin/changes/?below=99999999999999999999&area=%00&kind=%00')).text, /<table/)
  })

  test('shows the source of settings', async () => {
    says((await boss.get('/admin/settings/')).text, /wasn’t started with parlance serve/)
    const launch = {
      version: '1.2.3',
      settings: [
        {
          key: 'mailUrl',
          env: 'PARLANCE_MAIL_URL',
          about: 'email server',
          shown: 'smtp://me:***@mail.example.org',
          origin: { kind: 'environment', where: 'PARLANCE_MAIL_URL' },
        },
        {
          key: 'readOnly',
          env: 'PARLANCE_READ_ONLY',
          about: 'a reason',
          shown: '',
          origin: { kind: 'default', where: '' },
        },
      ],
      commands: [{ name: 'db check', about: 'look for damage' }],
    } as const
    Object.assign(site.services, { launch })
    says(
      (await boss.get('/admin/settings/')).text,
      /mailUrl[\s\S]*me:\*\*\*@mail[\s\S]*Environment[\s\S]*readOnly[\s\S]*Not set[\s\S]*Default/,
    )
    says((await boss.get('/admin/')).text, /1\.2\.3/)
    says((await boss.get('/admin/commands/')).text, /parlance db check[\s\S]*look for damage[\s\S]*admin\/database/)
  })
})
