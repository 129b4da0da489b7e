import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cellOf, SENTENCES, SUMMARIES } from '#html/notification-matrix.ts'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { KIND_LABELS, NOTIFICATION_KINDS } from '#translation/notifications/kinds/index.ts'
import { PASSWORD, type TestSite, testSite, type Visitor } from '../testing.ts'

test('the notification page lists all notifications and knows which are summaries', () => {
  assert.deepEqual([...SENTENCES.keys()].sort(), [...KIND_LABELS.keys()].sort())
  const digestOnly = NOTIFICATION_KINDS.filter(kind => kind.digestOnly).map(kind => kind.name as string)
  assert.deepEqual([...SUMMARIES].sort(), digestOnly.sort())
})

test('an empty cell means "never" only if no wider scope sends email', () => {
  const row = (scope: number, frequency: number) => ({
    id: scope,
    notification: 'NewStringNotificaton',
    scope,
    frequency,
    place: null,
  })
  const words = (rows: ReturnType<typeof row>[], scope: number) => {
    const { value, choices } = cellOf(rows, 'NewStringNotificaton', scope)
    return `${choices.find(each => each.value === value)!.text} of ${choices.length}`
  }
  assert.equal(words([], 10), 'notifications.never of 5')
  assert.equal(words([row(10, 0)], 10), 'notifications.never of 5')
  assert.equal(words([row(0, 2)], 10), 'notifications.as_everywhere of 6')
  assert.equal(words([row(0, 2), row(10, 0)], 10), 'notifications.never of 6')
  assert.equal(words([row(10, 1)], 20), 'notifications.as_others of 6')
})

onEachEngine('account settings', open => {
  let site: TestSite
  let ada: Visitor
  let slug: string
  before(async () => {
    site = await testSite(await open(), { mailUrl: 'smtp://127.0.0.1:9' })
    slug = (await testCatalogue(site.services)).project.slug
    await site.person('Ada', { email: 'ada@example.org' })
    ada = site.visitor()
    await ada.logIn('Ada')
  })

  const account = async () => (await site.services.accounts.byName(site.services.store.read, 'Ada'))!
  const api = async (path: string) => JSON.parse((await ada.get(path)).text)

  test('visitors must log in first, and pages are not cached', async () => {
    const answer = await site.visitor().get('/account/keys/')
    assert.deepEqual([answer.status, answer.location], [303, '/accounts/login/?next=%2Faccount%2Fkeys%2F'])
    assert.equal((await ada.get('/account/keys/')).headers['cache-control'], 'no-store')
  })

  test('rejects forged and unknown forms', async () => {
    const forged = await ada.send('/account/', {
      csrfmiddlewaretoken: 'x',
      do: 'profile',
      username: 'Ada',
      full_name: 'Eve',
    })
    assert.equal(forged.status, 403)
    assert.equal((await account()).realName, '')
    assert.equal((await ada.send('/account/', { do: 'nonsense' })).status, 400)
    assert.equal((await ada.send('/account/', { do: 'constructor' })).status, 400)
  })

  test('changes the full name freely, and the username only in its spelling', async () => {
    const saved = await ada.send('/account/', { do: 'profile', username: 'ada', full_name: 'Ada <L>' })
    assert.equal(saved.location, '/account/?done=saved')
    assert.deepEqual([(await account()).username, (await account()).realName], ['ada', 'Ada <L>'])
    const other = await ada.send('/account/', { do: 'profile', username: 'Eve', full_name: 'Eve' })
    assert.equal(other.status, 400)
    assert.match(other.text, /id="username-problem"/)
    assert.match(other.text, /value="Eve"/)
  })

  test('changing the email address needs the password and a link, and notifies the old address', async () => {
    const wrong = await ada.send('/account/', { do: 'email', email: 'new@example.org', current_password: 'x' })
    assert.match(wrong.text, /id="current_password-problem"/)
    const asked = await ada.send('/account/', { do: 'email', email: 'new@example.org', current_password: PASSWORD })
    assert.equal(asked.location, '/account/?done=asked')
    assert.equal((await account()).email, 'ada@example.org', 'until it is confirmed')
    const [mail] = await site.mails()
    const link = /http:\/\/site\.test(\/accounts\/confirm\/\?key=(\w+))/.exec(mail!.text)!
    await site.visitor().send(link[1]!, { key: link[2]! }, '/accounts/confirm/')
    assert.equal((await account()).email, 'new@example.org')
    const [told] = await site.mails()
    assert.deepEqual([told!.address, /new@example\.org/.test(told!.text)], ['ada@example.org', true])
  })

  test('languages and watched projects', async () => {
    await ada.send('/account/languages/', { do: 'languages', add_language: 'Czech', add_secondary: 'de' })
    const before = await api('/api/users/Ada/')
    const language = (code: string) => `http://site.test/api/languages/${code}/`
    assert.deepEqual(
      [before.profile.languages, before.profile.secondary_languages],
      [[language('cs')], [language('de')]],
    )
    const unknown = await ada.send('/account/languages/', {
      do: 'languages',
      language: 'cs',
      add_language: 'Klingonish',
    })
    assert.match(unknown.text, /id="add_language-problem"/)
    await ada.send('/account/languages/', { do: 'languages', language: 'cs', secondary: ['de', 'cs'] })
    assert.deepEqual((await api('/api/users/Ada/')).profile.secondary_languages, [language('de')])
    await ada.send('/account/languages/', { do: 'watched', add_project: slug })
    assert.deepEqual((await api('/api/users/Ada/')).profile.watched, [`http://site.test/api/projects/${slug}/`])
  })

  test('stores appearance and time zone like the wiki', async () => {
    const saved = await ada.send('/account/appearance/', {
      do: 'looks',
      theme: 'dark',
      language: '',
      time_zone: 'Europe/Riga',
    })
    assert.equal(saved.status, 303)
    assert.match((await ada.get('/account/')).text, /data-theme="dark"/)
    const rows = await site.services.store.read
      .selectFrom('account_option')
      .selectAll()
      .where('name', '=', 'timecorrection')
      .execute()
    assert.equal(rows[0]?.value, 'ZoneInfo|120|Europe/Riga')
    const wrong = await ada.send('/account/appearance/', {
      do: 'looks',
      theme: '',
      language: '',
      time_zone: 'Moon/Crater',
    })
    assert.match(wrong.text, /id="time_zone-problem"/)
  })

  test('lists and ends sessions; a new password ends all others', async () => {
    const other = site.visitor()
    await other.logIn('Ada')
    const page = await ada.get('/account/security/')
    assert.match(page.text, /Firefox on Linux/)
    const [, session] = /name="session" value="(\w+)"/.exec(page.text)!
    await ada.send('/account/security/', { do: 'end', session: session! })
    assert.equal((await other.get('/account/')).status, 303)
    await other.logIn('Ada')
    const wrong = {
      do: 'password',
      current_password: 'x',
      password: 'another sentence',
      password_again: 'another sentence',
    }
    assert.match((await ada.send('/account/security/', wrong)).text, /id="current_password-problem"/)
    const done = await ada.send('/account/security/', { ...wrong, current_password: PASSWORD })
    assert.equal(done.location, '/account/security/?done=password')
    assert.equal((await ada.get('/account/security/')).status, 200)
    assert.equal((await other.get('/account/')).status, 303)
  })

  test('an API key is shown once and works until it is revoked', async () => {
    const made = await ada.send('/account/keys/', { do: 'key', key_name: 'Script' })
    const [key] = /wlu_\w{36}/.exec(made.text)!
    const use = () => site.app.inject({ url: '/api/users/Ada/', headers: { authorization: `Token ${key}` } })
    assert.equal((await use()).json().email, 'new@example.org')
    const page = await ada.get('/account/keys/')
    assert.match(page.text, /Script/)
    assert.doesNotMatch(page.text, new RegExp(key))
    assert.match((await ada.send('/account/keys/', { do: 'key', key_name: 'Script' })).text, /id="key_name-problem"/)
    await ada.send('/account/keys/', { do: 'key', key_name: 'Second' })
    assert.equal((await use()).statusCode, 200, 'a second key leaves the first alone')
    await ada.send('/account/keys/', { do: 'revoke', key_name: 'Script' })
    assert.equal((await use()).statusCode, 401)
    const keyed = await site.app.inject({ url: '/account/', headers: { authorization: 'Token x' } })
    assert.equal(keyed.statusCode, 303)
  })

  test('API keys survive a password change unless revoked', async () => {
    const made = await ada.send('/account/keys/', { do: 'key', key_name: 'Kept' })
    const [key] = /wlu_\w{36}/.exec(made.text)!
    const use = async () =>
      (await site.app.inject({ url: '/api/users/Ada/', headers: { authorization: `Token ${key}` } })).statusCode
    const fresh = 'another sentence'
    const wish = { do: 'password', current_password: fresh, password: fresh, password_again: fresh }
    assert.match((await ada.get('/account/security/')).text, /name="revoke_keys"[^>]*>.*revoke all API keys/i)
    assert.doesNotMatch((await ada.get('/account/security/')).text, /name="revoke_keys"[^>]* checked/)
    await ada.send('/account/security/', wish)
    assert.equal(await use(), 200)
    await ada.send('/account/security/', { ...wish, revoke_keys: '1' })
    assert.equal(await use(), 401)
  })

  test('a bot password is shown once, has the selected grants, and cannot change the account', async () => {
    const made = await ada.send('/account/keys/', { do: 'bot', bot_name: 'tool', grant: ['editpage', 'siteadmin'] })
    const [, password] = /Password: <code>(\w{32})</.exec(made.text)!
    assert.match(made.text, /Ada@tool/)
    const bot = site.visitor()
    const ask = async (body: Record<string, string>) => {
      const answer = await site.app.inject({
        method: 'POST',
        url: '/api.php',
        headers: { cookie: bot.cookie(), 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ format: 'json', formatversion: '2', ...body }).toString(),
      })
      return { json: answer.json(), cookie: String(answer.headers['set-cookie']).split(';')[0]! }
    }
    const first = await ask({ action: 'query', meta: 'tokens', type: 'login' })
    const login = await site.app.inject({
      method: 'POST',
      url: '/api.php',
      headers: { cookie: first.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        action: 'login',
        lgname: 'Ada@tool',
        lgpassword: password!,
        lgtoken: first.json.query.tokens.logintoken,
        format: 'json',
      }).toString(),
    })
    assert.equal(login.json().login.result, 'Success')
    const cookie = String(login.headers['set-cookie']).split(';')[0]!
    assert.equal((await site.app.inject({ url: '/account/', headers: { cookie } })).statusCode, 303)
    const row = await site.services.store.read.selectFrom('bot_password').selectAll().executeTakeFirstOrThrow()
    assert.equal(row.grants, '["basic","editpage"]')
    assert.match((await ada.send('/account/keys/', { do: 'bot', bot_name: 'a@b' })).text, /id="bot_name-problem"/)
    await ada.send('/account/keys/', { do: 'remove-bot', bot_name: 'tool' })
    assert.doesNotMatch((await ada.get('/account/keys/')).text, /Ada@tool/)
  })

  test('notifications without JavaScript: presets, cells, exceptions, muting', async () => {
    const at = '/account/notifications/'
    const rows = async () =>
      (await api('/api/users/Ada/notifications/?page_size=200')).results as {
        notification: string
        scope: number
        frequency: number
      }[]
    assert.match((await ada.get(at)).text, /value="mine" aria-pressed="true"/)
    assert.doesNotMatch((await ada.get(at)).text, /role="status"/)
    const sent = await ada.send(at, { do: 'preset', preset: 'projects' })
    assert.match((await ada.get(sent.location!)).text, /role="status">Saved/)
    assert.match((await ada.get(at)).text, /value="projects" aria-pressed="true"/)
    await ada.send(at, { do: 'matrix', 'LicenseNotification.0': '3', 'NewStringNotificaton.10': '' })
    const after = await rows()
    assert.ok(after.some(row => row.notification === 'LicenseNotification' && row.scope === 0 && row.frequency === 3))
    assert.ok(!after.some(row => row.notification === 'NewStringNotificaton' && row.scope === 10))
    assert.doesNotMatch((await ada.get(at)).text, /class="preset"[^>]*aria-pressed="true"/)
    assert.equal((await ada.send(at, { do: 'matrix', 'LicenseNotification.0': '9' })).status, 400)
    const wrong = await ada.send(at, { do: 'exception', place: 'nowhere', kind: '*', new_frequency: '0' })
    assert.match(wrong.text, /id="place-problem"/)
    await ada.send(at, { do: 'exception', place: slug, kind: 'NewCommentNotificaton', new_frequency: '2' })
    const page = await ada.get(at)
    const [, id] = /name="id" value="(\d+)"/.exec(page.text)!
    await ada.send(at, { do: 'change', id: id!, frequency: '4' })
    assert.ok((await rows()).some(row => row.scope === 30 && row.frequency === 4))
    await ada.send(at, { do: 'remove', id: id! })
    assert.ok(!(await rows()).some(row => row.scope === 30))
    await ada.send(at, { do: 'mute', project: slug })
    assert.equal((await rows()).filter(row => row.scope === 30 && row.frequency === 0).length, 23)
    await ada.send(at, { do: 'unwatch', project: slug })
    assert.deepEqual((await api('/api/users/Ada/')).profile.watched, [])
  })

  test('users cannot change settings of others', async () => {
    const [own] = await api('/api/users/Ada/notifications/').then(answer => answer.results)
    await site.person('Eve')
    const eve = site.visitor()
    await eve.logIn('Eve')
    await eve.send('/account/notifications/', { do: 'remove', id: String(own.id) })
    assert.equal((await api(`/api/users/Ada/notifications/${own.id}/`)).id, own.id)
  })

  test('account deletion needs name and password, and is denied to the last administrator', async () => {
    await site.person('Boss', { superuser: true })
    const boss = site.visitor()
    await boss.logIn('Boss')
    assert.match((await boss.get('/account/remove/')).text, /only site administrator/)
    assert.equal(
      (await boss.send('/account/remove/', { do: 'remove', username: 'Boss', current_password: PASSWORD })).status,
      403,
    )
    const wrong = await ada.send('/account/remove/', {
      do: 'remove',
      username: 'Eve',
      current_password: 'another sentence',
    })
    assert.match(wrong.text, /id="username-problem"/)
    const done = await ada.send('/account/remove/', {
      do: 'remove',
      username: 'Ada',
      current_password: 'another sentence',
    })
    assert.equal(done.location, '/accounts/login/?news=removed')
    const closed = await account()
    assert.deepEqual([closed.isActive, closed.email, closed.realName], [false, '', ''])
    assert.equal((await site.visitor().logIn('Ada', 'another sentence')).status, 403)
  })
})
