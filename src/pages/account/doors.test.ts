import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { createProject, makeManager } from '#translation/catalogue/projects.ts'
import { PASSWORD, type TestSite, testSite } from '../testing.ts'

const NEW = {
  username: 'Berta',
  email: 'berta@example.org',
  full_name: 'Berta B.',
  password: 'a long sentence',
  password_again: 'a long sentence',
}
const MAIL = { mailUrl: 'smtp://127.0.0.1:9', registration: 'open' } as const

const linkIn = (text: string): string => /http:\/\/site\.test(\/accounts\/\S+\?key=\w+)/.exec(text)![1]!
const keyIn = (link: string): string => link.split('key=')[1]!

onEachEngine('login and registration', open => {
  let site: TestSite
  before(async () => {
    site = await testSite(await open(), MAIL)
    await site.person('Ada', { email: 'ada@example.org' })
    await site.person('Boss', { email: 'boss@example.org', superuser: true })
  })

  test('registers an account, logs in and confirms the email address once', async () => {
    const berta = site.visitor()
    const made = await berta.send('/accounts/register/', NEW)
    assert.deepEqual([made.status, made.location], [303, '/account/languages/?done=welcome'])
    assert.match((await berta.get(made.location!)).text, /Welcome!/)
    const [mail] = await site.mails()
    assert.equal(mail!.address, 'berta@example.org')
    const link = linkIn(mail!.text)
    assert.match((await berta.get('/account/')).text, /Not confirmed/)
    assert.match((await berta.get('/account/')).text, /We sent a link to/)
    // Opening it only asks; programs that look at mail open links, too.
    const asked = await site.visitor().get(link)
    assert.match(asked.text, /<bdi>berta@example\.org<\/bdi>/)
    assert.match((await berta.get('/account/')).text, /Not confirmed/)
    const done = await berta.send(link, { key: keyIn(link) }, '/accounts/confirm/')
    assert.equal(done.location, '/account/?done=confirmed')
    assert.doesNotMatch((await berta.get('/account/')).text, /Not confirmed/)
    const again = await site.visitor().get(link)
    assert.equal(again.status, 404)
    assert.equal(again.headers['cache-control'], 'no-store')
  })

  test('shows problems next to their fields and keeps input except passwords', async () => {
    const visitor = site.visitor()
    const answer = await visitor.send('/accounts/register/', {
      ...NEW,
      username: 'a/b',
      email: 'nowhere',
      password: 'short',
    })
    assert.equal(answer.status, 400)
    for (const id of ['username', 'email', 'password']) assert.match(answer.text, new RegExp(`id="${id}-problem"`))
    assert.match(answer.text, /value="a\/b"/)
    assert.doesNotMatch(answer.text, /a long sentence|value="short"/)
    const taken = await visitor.send('/accounts/register/', { ...NEW, username: 'ada' })
    assert.match(taken.text, /id="username-problem">This username is already taken/)
    const differs = await visitor.send('/accounts/register/', { ...NEW, username: 'Cleo', password_again: 'another' })
    assert.match(differs.text, /id="password_again-problem"/)
  })

  test('resets a password by email; the link works once and ends all sessions', async () => {
    const before = site.visitor()
    await before.logIn('Ada')
    const visitor = site.visitor()
    const asked = await visitor.send('/accounts/reset-password/', { who: 'ADA@example.org' })
    await site.work()
    const mail = (await site.mails()).find(each => each.address === 'ada@example.org')
    const link = linkIn(mail!.text)
    const unknown = await visitor.send('/accounts/reset-password/', { who: 'Nobody' })
    const body = (text: string) => text.slice(text.indexOf('<main')).replace(/"token":"[^"]*"/g, '')
    assert.deepEqual([unknown.status, body(unknown.text)], [asked.status, body(asked.text)], 'the answer tells nothing')
    const count = (await site.mails()).length
    await site.work()
    assert.equal((await site.mails()).length, count)
    const short = await visitor.send(
      link,
      { key: keyIn(link), password: 'short', password_again: 'short' },
      '/accounts/reset-password/',
    )
    assert.match(short.text, /id="password-problem"/)
    const unequal = { key: keyIn(link), password: 'quite another one', password_again: 'quite another' }
    const differs = await visitor.send(link, unequal, '/accounts/reset-password/')
    assert.match(differs.text, /id="password_again-problem"/)
    const fields = { key: keyIn(link), password: 'quite another one', password_again: 'quite another one' }
    const done = await visitor.send(link, fields, '/accounts/reset-password/')
    assert.equal(done.location, '/account/security/?done=password')
    assert.equal((await before.get('/account/')).status, 303, 'other sessions are ended')
    assert.equal((await site.visitor().get(link)).status, 404)
    assert.equal((await site.visitor().logIn('Ada')).status, 403)
    assert.equal((await site.visitor().logIn('Ada', 'quite another one')).status, 303)
  })

  test('links expire, and a newer link invalidates older ones', async () => {
    await site.person('Dora', { email: 'dora@example.org' })
    for (const who of ['Dora', 'dora@example.org']) await site.visitor().send('/accounts/reset-password/', { who })
    await site.work()
    const [second, first] = await site.mails()
    assert.equal((await site.visitor().get(linkIn(first!.text))).status, 404)
    assert.equal((await site.visitor().get(linkIn(second!.text))).status, 200)
    site.clock.advance(2 * 3600 + 1)
    assert.equal((await site.visitor().get(linkIn(second!.text))).status, 404)
  })

  test('limits the number of emails', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 4; i++)
      statuses.push((await site.visitor().send('/accounts/reset-password/', { who: 'Erna' })).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
  })

  test('an administrator’s email invitation creates an account with a confirmed address', async () => {
    const boss = site.visitor()
    await boss.logIn('Boss')
    const sent = await boss.send('/accounts/invitations/', { do: 'invite', email: 'fritz@example.org', team: '' })
    assert.equal(sent.location, '/accounts/invitations/?done=invited')
    const list = (await boss.get('/accounts/invitations/')).text
    assert.match(list, /fritz@example\.org/)
    assert.doesNotMatch(list, /shown-once/)
    const link = linkIn((await site.mails())[0]!.text)
    const fritz = site.visitor()
    const made = await fritz.send(
      link,
      { ...NEW, username: 'Fritz', key: keyIn(link), email: 'other@example.org' },
      '/accounts/invitation/',
    )
    assert.equal(made.status, 303)
    const account = await site.services.accounts.byName(site.services.store.read, 'Fritz')
    assert.equal(account?.email, 'fritz@example.org')
    assert.ok(account?.emailConfirmedAt)
    assert.equal((await site.visitor().get(link)).status, 404, 'it is good once')
    assert.doesNotMatch((await boss.get('/accounts/invitations/')).text, /fritz@example\.org/)
  })

  test('project managers invite only to their teams; other accounts cannot invite', async () => {
    const { store } = site.services
    const gerd = await site.person('Gerd', { email: 'gerd@example.org' })
    const [mine, other] = await projects(site, ['Mine', 'Other'], gerd.id)
    const visitor = site.visitor()
    await visitor.logIn('Gerd')
    const page = await visitor.get('/accounts/invitations/')
    assert.match(page.text, /Mine – Administration/)
    assert.doesNotMatch(page.text, /Other – Administration|No team/)
    const refused = await visitor.send('/accounts/invitations/', {
      do: 'invite',
      email: 'h@example.org',
      team: String(other),
    })
    assert.match(refused.text, /id="team-problem"/)
    const nowhere = await visitor.send('/accounts/invitations/', { do: 'invite', email: 'h@example.org', team: '' })
    assert.equal(nowhere.status, 400)
    await visitor.send('/accounts/invitations/', { do: 'invite', email: 'h@example.org', team: String(mine) })
    const link = linkIn((await site.mails())[0]!.text)
    const ida = site.visitor()
    const account = await site.person('Ida')
    await ida.logIn('Ida')
    assert.match((await ida.get(link)).text, /Join as Ida/)
    assert.equal((await ida.send(link, { key: keyIn(link), do: 'join' }, '/accounts/invitation/')).status, 303)
    const row = await store.read
      .selectFrom('team_member')
      .selectAll()
      .where('account_id', '=', account.id)
      .executeTakeFirst()
    assert.equal(row?.team_id, mine)
    const plain = site.visitor()
    await site.person('Jo')
    await plain.logIn('Jo')
    assert.equal((await plain.get('/accounts/invitations/')).status, 403)
  })

  test('an invitation becomes invalid when its author loses permission', async () => {
    const kurt = await site.person('Kurt')
    const [team] = await projects(site, ['Kurts'], kurt.id)
    const visitor = site.visitor()
    await visitor.logIn('Kurt')
    await visitor.send('/accounts/invitations/', { do: 'invite', email: 'l@example.org', team: String(team) })
    const link = linkIn((await site.mails())[0]!.text)
    assert.equal((await site.visitor().get(link)).status, 200)
    await site.services.store.transaction(tx =>
      tx.deleteFrom('team_member').where('account_id', '=', kurt.id).execute(),
    )
    assert.equal((await site.visitor().get(link)).status, 404)
  })

  test('stores no secrets in plain text', async () => {
    const rows = await site.services.store.read.selectFrom('account_link').selectAll().execute()
    const secrets = (await site.mails()).map(mail => /key=(\w+)/.exec(mail.text)?.[1]).filter(Boolean)
    assert.ok(secrets.length > 3)
    for (const secret of secrets) assert.ok(!JSON.stringify(rows).includes(secret!))
  })
})

/** Projects with a team each, whose first is run by the account; the numbers of the teams. */
async function projects(site: TestSite, names: readonly string[], account: number): Promise<number[]> {
  const { store } = site.services
  const admin = (await site.services.accounts.byName(store.read, 'Boss'))!
  const { work } = await import('#translation/catalogue/work.ts')
  const teams: number[] = []
  for (const [i, name] of names.entries())
    await work(site.services, admin.id, async work => {
      const project = await createProject(work, { name, slug: name.toLowerCase(), web: '', instructions: '' })
      await makeManager(work, project, i === 0 ? account : admin.id)
      const team = await work.tx
        .selectFrom('team')
        .select('id')
        .where('defining_project_id', '=', project.id)
        .executeTakeFirstOrThrow()
      teams.push(team.id)
    })
  return teams
}

onEachEngine('a site without email', open => {
  let site: TestSite
  before(async () => {
    site = await testSite(await open(), { registration: 'invitation' })
    await site.person('Boss', { superuser: true })
  })

  test('registration requires an invitation, and the page says so', async () => {
    const answer = await site.visitor().get('/accounts/register/')
    assert.equal(answer.status, 403)
    assert.match(answer.text, /You need an invitation/)
    assert.equal((await site.visitor().send('/accounts/login/', NEW, '/accounts/register/')).status, 403)
    assert.doesNotMatch((await site.visitor().get('/')).text, /\/accounts\/register\//)
  })

  test('an invitation is a link to pass on, and its address is not confirmed', async () => {
    const boss = site.visitor()
    await boss.logIn('Boss')
    const made = await boss.send('/accounts/invitations/', { do: 'invite', email: 'm@example.org', team: '' })
    assert.equal(made.status, 200)
    assert.equal(made.headers['cache-control'], 'no-store')
    const link = linkIn(made.text)
    assert.doesNotMatch((await boss.get('/accounts/invitations/')).text, /key=/, 'it is shown once')
    const answer = await site
      .visitor()
      .send(link, { ...NEW, username: 'Max', key: keyIn(link) }, '/accounts/invitation/')
    assert.equal(answer.status, 303)
    const account = await site.services.accounts.byName(site.services.store.read, 'Max')
    assert.deepEqual([account?.email, account?.emailConfirmedAt], ['m@example.org', null])
    assert.deepEqual(await site.mails(), [])
  })

  test('password reset is unavailable, and the page says whom to ask', async () => {
    const page = await site.visitor().get('/accounts/reset-password/')
    assert.match(page.text, /doesn’t send email/)
    assert.doesNotMatch(page.text, /<form[^>]*reset-password/)
  })

  test('a closed site rejects registration', async () => {
    const closed = await testSite(site.services.store, { registration: 'closed' }, site.clock)
    const boss = closed.visitor()
    await boss.logIn('Boss')
    assert.equal((await boss.get('/accounts/invitations/')).status, 403)
    assert.match((await closed.visitor().get('/accounts/register/')).text, /Registration is closed/)
  })

  test('reports read-only mode', async () => {
    const still = await testSite(site.services.store, { registration: 'open', readOnly: 'moving house' }, site.clock)
    const answer = await still.visitor().send('/accounts/register/', NEW)
    assert.equal(answer.status, 503)
    assert.match(answer.text, /moving house/)
    const boss = still.visitor()
    await boss.logIn('Boss', PASSWORD)
    assert.equal((await boss.send('/account/', { do: 'profile', username: 'Boss', full_name: 'B' })).status, 503)
  })
})
