import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { createApiKey } from '#accounts/api-keys.ts'
import { createBotPassword } from '#accounts/bot-passwords.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { seconds } from '#store/clock.ts'
import { onEachEngine } from '#store/testing.ts'
import { PASSWORD, type TestSite, testSite, type Visitor } from '../testing.ts'

const PAGE = '/account/security/two-factor/'
const CODE_PAGE = '/accounts/login/code/'
const CODE_REQUEST = 'MediaWiki\\Extension\\OATHAuth\\Auth\\TOTPAuthenticationRequest'

/** The app on a phone. */
interface App {
  code(): string
}

/** Sets up an app as its owner does, and returns it with the recovery codes. */
async function setUp(site: TestSite, visitor: Visitor): Promise<{ app: App; codes: string[] }> {
  const begun = await visitor.send(PAGE, { do: 'begin' })
  assert.equal(begun.location, PAGE)
  const page = await visitor.get(PAGE)
  const secret = /class="setup-secret" dir="ltr">([^<]+)</.exec(page.text)![1]!.replaceAll(' ', '')
  assert.match(page.text, /<svg class="qr-code" role="img"/)
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const app = { code: () => totp.generate({ timestamp: seconds(site.clock) * 1000 }) }
  const on = await visitor.send(PAGE, { do: 'confirm', code: app.code() })
  assert.equal(on.status, 200)
  const codes = [...on.text.matchAll(/<li><code>([A-Z2-9-]{19})<\/code>/g)].map(match => match[1]!)
  assert.equal(codes.length, 10)
  // The code that turned it on is used up.
  site.clock.advance(30)
  return { app, codes }
}

async function api(site: TestSite, params: Record<string, string>, cookie = '') {
  const payload = new URLSearchParams({ format: 'json', formatversion: '2', ...params }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie }
  const response = await site.app.inject({ method: 'POST', url: '/api.php', payload, headers })
  const set = [response.headers['set-cookie'] ?? []].flat().map(one => one.split(';')[0])
  return { json: response.json(), cookie: set.length > 0 ? set.join('; ') : cookie }
}

/** A login token with its session. */
async function begin(site: TestSite) {
  const { json, cookie } = await api(site, { action: 'query', meta: 'tokens', type: 'login' })
  return { token: json.query.tokens.logintoken as string, cookie }
}

onEachEngine('two-factor authentication', open => {
  let site: TestSite
  let app: App
  let codes: string[]

  before(async () => {
    site = await testSite(await open())
    await site.person('Ada', { email: 'ada@example.org' })
    const ada = site.visitor()
    await ada.logIn('Ada')
    ;({ app, codes } = await setUp(site, ada))
  })

  /** The password step, as a new visitor. */
  async function withPassword(next = '/languages/'): Promise<Visitor> {
    const visitor = site.visitor()
    const answer = await visitor.send('/accounts/login/', { username: 'Ada', password: PASSWORD, next })
    assert.equal(answer.location, `${CODE_PAGE}?next=${encodeURIComponent(next)}`)
    return visitor
  }

  const enter = (visitor: Visitor, code: string) => visitor.send(CODE_PAGE, { code, next: '/languages/' })

  test('the password alone does not log in', async () => {
    const visitor = await withPassword()
    assert.doesNotMatch((await visitor.get('/languages/')).text, /<bdi>Ada<\/bdi>/)
    assert.equal((await visitor.get('/account/')).status, 303)
  })

  test('a code of the app completes the login', async () => {
    site.clock.advance(60)
    const visitor = await withPassword()
    const answer = await enter(visitor, app.code())
    assert.deepEqual([answer.status, answer.location], [303, '/languages/'])
    assert.match((await visitor.get('/languages/')).text, /<bdi>Ada<\/bdi>/)
  })

  test('a code is accepted once, from any browser', async () => {
    site.clock.advance(60)
    const code = app.code()
    assert.equal((await enter(await withPassword(), code)).status, 303)
    assert.equal((await enter(await withPassword(), code)).status, 403)
  })

  test('an older code is rejected after a newer one', async () => {
    site.clock.advance(60)
    const older = app.code()
    site.clock.advance(30)
    assert.equal((await enter(await withPassword(), app.code())).status, 303)
    assert.equal((await enter(await withPassword(), older)).status, 403)
  })

  test('a recovery code works once, in any spelling', async () => {
    const [first] = codes
    assert.equal((await enter(await withPassword(), first!.toLowerCase().replaceAll('-', ' '))).status, 303)
    assert.equal((await enter(await withPassword(), first!)).status, 403)
  })

  test('the code step needs the password step first', async () => {
    const visitor = site.visitor()
    assert.match((await visitor.get(CODE_PAGE)).location ?? '', /^\/accounts\/login\//)
    site.clock.advance(60)
    const answer = await visitor.send('/accounts/login/', { code: app.code() }, CODE_PAGE)
    assert.match(answer.location ?? '', /^\/accounts\/login\//)
  })

  test('the code step ends after ten minutes', async () => {
    const visitor = await withPassword()
    site.clock.advance(600)
    assert.match((await enter(visitor, app.code())).location ?? '', /^\/accounts\/login\//)
  })

  test('a new password ends a login that waits for its code', async () => {
    const visitor = await withPassword()
    const ada = (await site.services.accounts.byName(site.services.store.read, 'Ada'))!
    await site.services.accounts.setPassword(ada, PASSWORD)
    assert.match((await enter(visitor, app.code())).location ?? '', /^\/accounts\/login\//)
  })

  test('the return address after the code stays on this site', async () => {
    site.clock.advance(60)
    const visitor = await withPassword()
    const answer = await visitor.send(CODE_PAGE, { code: app.code(), next: '//evil.example/' })
    assert.equal(answer.location, '/')
  })

  test('wrong codes are throttled like passwords', async () => {
    site.clock.advance(600)
    const visitor = await withPassword()
    const answers: number[] = []
    for (let i = 0; i < 6; i++) answers.push((await enter(visitor, '000000')).status)
    assert.deepEqual(answers, [403, 403, 403, 403, 403, 429])
    assert.equal((await enter(visitor, app.code())).status, 429, 'even the right one')
    site.clock.advance(600)
  })

  test('a password reset by email still asks for the code', async () => {
    const { makeLink } = await import('#accounts/account-links.ts')
    const { store, clock, accounts } = site.services
    const ada = (await accounts.byName(store.read, 'Ada'))!
    const key = await store.transaction(tx =>
      makeLink(tx, clock, { purpose: 'reset', accountId: ada.id, address: ada.email }),
    )
    const visitor = site.visitor()
    const address = '/accounts/reset-password/'
    const fields = { key, password: PASSWORD, password_again: PASSWORD }
    const answer = await visitor.send(`${address}?key=${key}`, fields, address)
    assert.match(answer.location ?? '', /^\/accounts\/login\/code\//)
    assert.equal((await visitor.get('/account/')).status, 303)
  })

  test('clientlogin asks for the code in the terms of OATHAuth', async () => {
    site.clock.advance(600)
    const { token, cookie } = await begin(site)
    const first = { action: 'clientlogin', logintoken: token, loginreturnurl: 'http://example.org/' }
    const asked = await api(site, { ...first, username: 'Ada', password: PASSWORD }, cookie)
    const { status, messagecode, requests } = asked.json.clientlogin
    assert.deepEqual([status, messagecode, requests.length], ['UI', 'oathauth-auth-ui', 1])
    assert.deepEqual([requests[0].id, requests[0].required], [CODE_REQUEST, 'required'])
    assert.deepEqual(Object.keys(requests[0].fields), ['OATHToken'])
    const next = { action: 'query', meta: 'authmanagerinfo', amirequestsfor: 'login-continue' }
    const info = await api(site, next, asked.cookie)
    assert.deepEqual(info.json.query.authmanagerinfo.requests[0].id, CODE_REQUEST)
    const go = { action: 'clientlogin', logintoken: token, logincontinue: '1' }
    const wrong = await api(site, { ...go, OATHToken: '123' }, asked.cookie)
    assert.deepEqual(
      [wrong.json.clientlogin.status, wrong.json.clientlogin.messagecode],
      ['UI', 'oathauth-login-failed'],
    )
    const right = await api(site, { ...go, OATHToken: app.code() }, asked.cookie)
    assert.deepEqual(right.json.clientlogin, { status: 'PASS', username: 'Ada' })
    const me = await api(site, { action: 'query', meta: 'userinfo' }, right.cookie)
    assert.equal(me.json.query.userinfo.name, 'Ada')
  })

  test('clientlogin cannot continue a login that did not begin', async () => {
    const { token, cookie } = await begin(site)
    const go = { action: 'clientlogin', logintoken: token, logincontinue: '1', OATHToken: app.code() }
    const { json } = await api(site, go, cookie)
    assert.equal(json.clientlogin.messagecode, 'authmanager-authn-not-in-progress')
  })

  test('action=login rejects the main password and names clientlogin', async () => {
    const { token, cookie } = await begin(site)
    const { json } = await api(
      site,
      { action: 'login', lgname: 'Ada', lgpassword: PASSWORD, lgtoken: token, errorformat: 'raw' },
      cookie,
    )
    assert.deepEqual([json.login.result, json.login.reason.key], ['Aborted', 'api-login-fail-aborted'])
  })

  test('bot passwords and API keys keep working', async () => {
    const { store, clock, accounts } = site.services
    const ada = (await accounts.byName(store.read, 'Ada'))!
    const password = await store.transaction(tx => createBotPassword(tx, ada.id, 'bot', ['basic']))
    const { token, cookie } = await begin(site)
    const { json } = await api(
      site,
      { action: 'login', lgname: 'Ada@bot', lgpassword: password, lgtoken: token },
      cookie,
    )
    assert.equal(json.login.result, 'Success')
    const key = await store.transaction(tx => createApiKey(tx, ada.id, 'k', clock))
    const me = await site.app.inject({ url: '/api/users/Ada/', headers: { authorization: `Token ${key}` } })
    assert.equal(me.json().email, 'ada@example.org')
  })

  test('an administrator removes a lost factor, which is recorded', async () => {
    await site.person('Boss', { superuser: true })
    const boss = site.visitor()
    await boss.logIn('Boss')
    const page = '/admin/people/?name=Ada'
    assert.match((await boss.get(page)).text, /Remove second factor/)
    const done = await boss.send(page, { form: 'factor' })
    assert.equal(done.status, 303)
    const { store } = site.services
    const row = await store.read
      .selectFrom('change_log')
      .select(['kind', 'subject'])
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    assert.deepEqual(row, { kind: 'second-factor-removed', subject: 'Ada' })
    assert.equal((await site.visitor().logIn('Ada')).location, '/')
  })
})

test('a group that needs a second factor gives its rights only with one', async () => {
  const { temporaryStore } = await import('#store/testing.ts')
  const site = await testSite(await temporaryStore('sqlite'), { secondFactorGroups: ['sysop', 'superuser'] })
  const sue = await site.person('Sue', { superuser: true })
  await site.services.store.transaction(tx => joinGroup(tx, sue.id, 'sysop'))
  const visitor = site.visitor()
  await visitor.logIn('Sue')
  const rights = async () => {
    const { json } = await api(site, { action: 'query', meta: 'userinfo', uiprop: 'rights|groups' }, visitor.cookie())
    return json.query.userinfo as { rights: string[]; groups: string[] }
  }
  const before = await rights()
  assert.deepEqual([before.rights.includes('block'), before.groups.includes('sysop')], [false, false])
  assert.equal((await visitor.get('/admin/')).status, 403)
  assert.match((await visitor.get('/account/security/')).text, /These groups need two-factor .*: sysop, superuser\./)
  await setUp(site, visitor)
  const after = await rights()
  assert.deepEqual([after.rights.includes('block'), after.groups.includes('sysop')], [true, true])
  assert.equal((await visitor.get('/admin/')).status, 200)
  assert.doesNotMatch((await visitor.get('/account/security/')).text, /These groups need/)
})

test('sensitive pages ask for the password again after a while', async () => {
  const { temporaryStore } = await import('#store/testing.ts')
  const site = await testSite(await temporaryStore('sqlite'), { reauthMinutes: 10 })
  await site.person('Ann')
  const ann = site.visitor()
  await ann.logIn('Ann')
  assert.equal((await ann.get(PAGE)).status, 200)
  site.clock.advance(600)
  const verify = `/account/verify/?next=${encodeURIComponent(PAGE)}`
  assert.equal((await ann.get(PAGE)).location, verify)
  assert.equal((await ann.send('/account/security/', { do: 'begin' }, PAGE)).location, verify)
  assert.match((await ann.get('/account/keys/')).location ?? '', /^\/account\/verify\//)
  const wrong = await ann.send(verify, { do: 'verify', current_password: 'no', next: PAGE }, '/account/verify/')
  assert.equal(wrong.status, 403)
  const right = await ann.send(verify, { do: 'verify', current_password: PASSWORD, next: PAGE }, '/account/verify/')
  assert.equal(right.location, PAGE)
  assert.equal((await ann.get(PAGE)).status, 200)
})
