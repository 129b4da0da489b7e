import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Services } from '#core/services.ts'
import { manualClock, testServices } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import type { Account } from './account.ts'
import { apiKeysOf, regenerateApiKey, storeApiKey } from './api-keys.ts'
import { createBotPassword, findBotPassword } from './bot-passwords.ts'
import type { Caller } from './caller.ts'
import { CredentialError } from './credential-error.ts'
import { joinGroup } from './memberships.ts'
import { checkToken, issueToken } from './tokens.ts'

const ip = '::ffff:192.0.2.1'

onEachEngine('callers', open => {
  const clock = manualClock()
  let services: Services
  let alice: Account
  before(async () => {
    services = await testServices(await open(), clock)
    alice = await services.accounts.register({ name: 'Alice', password: 'correct horse', groups: ['sysop'] })
    await services.store.transaction(tx => joinGroup(tx, alice.id, 'bot', clock.now() / 1000 + 10))
  })
  const identify = (headers: { cookie?: string; authorization?: string } = {}) =>
    services.callers.identify({ ip, headers })
  const cookieOf = (caller: Caller) => ({ cookie: `other=1; ${caller.setCookies[0]!.split(';')[0]}` })
  const anonymous = () => services.callers.identify({ ip, headers: {} })
  const sessions = async () => (await services.store.read.selectFrom('session').select('id_hash').execute()).length

  test('an anonymous caller is named by IP address and has the rights of "*"', async () => {
    const caller = await identify()
    assert.deepEqual([caller.account, caller.name, caller.groups], [null, '192.0.2.1', ['*']])
    assert.equal(caller.can('read'), true)
    assert.equal(caller.can('delete'), false)
    assert.deepEqual(caller.setCookies, [])
  })

  test('identifies an anonymous caller without touching the database', async () => {
    const untouchable = new Proxy({} as Store, {
      get: (_, property) => {
        throw new Error(`the database was accessed: ${String(property)}`)
      },
    })
    const { Callers } = await import('./callers.ts')
    const { accounts, permissions } = services
    const callers = new Callers({ store: untouchable, clock, accounts, permissions, secureCookies: false })
    assert.equal(
      (await callers.identify({ ip, headers: { cookie: 'a=b', authorization: 'Basic eA==' } })).account,
      null,
    )
  })

  test('logging in changes the session id, which prevents session fixation', async () => {
    const planted = await services.callers.withSession(await anonymous())
    const loggedIn = await services.callers.logIn(planted, alice)
    assert.notEqual(planted.setCookies[0], loggedIn.setCookies[0])
    assert.equal((await identify(cookieOf(planted))).session, null)
    const again = await identify(cookieOf(loggedIn))
    assert.deepEqual([again.account?.name, again.via], ['Alice', 'session'])
    assert.deepEqual(again.groups, ['bot', 'sysop', '*', 'user', 'autoconfirmed'])
    assert.equal(again.can('delete'), true)
  })

  test('cookies are HttpOnly and SameSite, and Secure when the site uses https', async () => {
    const plain = (await services.callers.logIn(await anonymous(), alice)).setCookies[0]!
    assert.match(plain, /^parlance_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = await testServices(services.store, clock, { siteUrl: 'https://wiki.example.org' })
    const remembered = await secure.callers.logIn(await anonymous(), alice, { remember: true })
    assert.match(remembered.setCookies[0]!, /; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/)
  })

  test('the database never stores session ids or API keys in plain text', async () => {
    const caller = await services.callers.logIn(await anonymous(), alice)
    const key = await services.store.transaction(tx => regenerateApiKey(tx, alice.id, clock))
    const { session, api_key } = {
      session: await services.store.read.selectFrom('session').selectAll().execute(),
      api_key: await services.store.read.selectFrom('api_key').selectAll().execute(),
    }
    const id = cookieOf(caller).cookie.split('=').at(-1)!
    assert.ok(!JSON.stringify(session).includes(id))
    assert.ok(!JSON.stringify(api_key).includes(key))
  })

  test('logging out ends the session', async () => {
    const caller = await services.callers.logIn(await anonymous(), alice)
    const out = await services.callers.logOut(caller)
    assert.equal(out.account, null)
    assert.match(out.setCookies[0]!, /^parlance_session=; Path=\/; Max-Age=0;/)
    assert.equal((await identify(cookieOf(caller))).account, null)
  })

  test('a session is extended by use and expires without it', async () => {
    const own = await testServices(services.store, manualClock())
    const caller = await own.callers.logIn(await anonymous(), alice)
    const later = manualClock()
    const at = await testServices(services.store, later)
    const seen = () => at.callers.identify({ ip, headers: cookieOf(caller) })
    for (const hours of [20, 20, 20]) {
      later.advance(hours * 3600)
      assert.equal((await seen()).account?.name, 'Alice')
    }
    later.advance(25 * 3600)
    assert.equal((await seen()).account, null)
  })

  test('a new password ends all sessions', async () => {
    const bob = await services.accounts.register({ name: 'Bob', password: 'correct horse' })
    const caller = await services.callers.logIn(await anonymous(), bob)
    await services.accounts.setPassword(bob, 'battery staple')
    assert.equal((await identify(cookieOf(caller))).account, null)
  })

  test('ignores invalid cookies and starts no session for them', async () => {
    const before = await sessions()
    for (const cookie of [
      'parlance_session=',
      'parlance_session=x',
      `parlance_session=${'A'.repeat(43)}`,
      ';;;=',
      '\0',
    ])
      assert.equal((await identify({ cookie })).session, null)
    assert.equal(await sessions(), before)
  })

  test('accepts an API key as Token or Bearer, and rejects it once regenerated', async () => {
    const first = await services.store.transaction(tx => regenerateApiKey(tx, alice.id, clock))
    assert.match(first, /^wlu_[A-Za-z0-9]{36}$/)
    for (const authorization of [`Token ${first}`, `token ${first}`, `Bearer  ${first} `]) {
      const caller = await identify({ authorization })
      assert.deepEqual([caller.name, caller.via], ['Alice', 'api-key'])
    }
    await services.store.transaction(tx => regenerateApiKey(tx, alice.id, clock))
    await assert.rejects(identify({ authorization: `Token ${first}` }), { message: 'Invalid token.' })
  })

  test('accepts a stored 40-digit hexadecimal key', async () => {
    const old = '0123456789abcdef0123456789abcdef01234567'
    await services.store.transaction(tx => storeApiKey(tx, alice.id, old, clock))
    assert.equal((await identify({ authorization: `Token ${old}` })).name, 'Alice')
    assert.equal((await apiKeysOf(services.store.read, alice.id))[0]?.hint, '01234567')
    await assert.rejects(
      services.store.transaction(tx => storeApiKey(tx, alice.id, 'short', clock)),
      /40 hexadecimal/,
    )
  })

  test('rejects an invalid Authorization header with the documented message', async () => {
    for (const [authorization, problem] of [
      ['Token', 'no-credentials'],
      ['Bearer ', 'no-credentials'],
      ['Token a b', 'spaces'],
      ['Token nosuch', 'invalid'],
      [`Token wlu_${'x'.repeat(36)}`, 'invalid'],
    ] as const) {
      await assert.rejects(identify({ authorization }), (error: CredentialError) => {
        assert.ok(error instanceof CredentialError)
        assert.equal(error.problem, problem)
        return true
      })
    }
    const inactive = await services.accounts.register({ name: 'Inactive' })
    const key = await services.store.transaction(async tx => {
      await services.accounts.update(tx, inactive.id, { isActive: false })
      return regenerateApiKey(tx, inactive.id, clock)
    })
    await assert.rejects(identify({ authorization: `Token ${key}` }), { message: 'User inactive or deleted.' })
  })

  test('tokens are bound to a session and a token type', async () => {
    const visitor = await services.callers.withSession(await anonymous())
    assert.equal(issueToken(await anonymous(), 'csrf', clock), '+\\')
    const loginToken = issueToken(visitor, 'login', clock)
    assert.match(loginToken, /^[0-9a-f]{32}6af8f600\+\\$/)
    assert.equal(checkToken(visitor, 'login', loginToken), true)
    assert.equal(checkToken(visitor, 'createaccount', loginToken), false)
    assert.equal(checkToken(await services.callers.withSession(await anonymous()), 'login', loginToken), false)

    const caller = await services.callers.logIn(visitor, alice)
    const csrf = issueToken(caller, 'csrf', clock)
    assert.equal(checkToken(await identify(cookieOf(caller)), 'csrf', csrf), true)
    assert.equal(checkToken(await services.callers.logIn(await anonymous(), alice), 'csrf', csrf), false)
    for (const bad of ['', '+\\', csrf.slice(1), csrf.toUpperCase(), `${csrf} `, `${'0'.repeat(40)}+\\`])
      assert.equal(checkToken(caller, 'csrf', bad), false, bad)
  })

  test('tokens still work in 2106, when the timestamp needs a ninth digit', async () => {
    const caller = await services.callers.logIn(await anonymous(), alice)
    const late = manualClock('2106-02-08T00:00:00Z')
    assert.equal(checkToken(caller, 'csrf', issueToken(caller, 'csrf', late)), true)
  })

  test('API keys have their own tokens and need no session', async () => {
    const before = await sessions()
    const key = await services.store.transaction(tx => regenerateApiKey(tx, alice.id, clock))
    const caller = await services.callers.withSession(await identify({ authorization: `Token ${key}` }))
    const token = issueToken(caller, 'csrf', clock)
    assert.equal(checkToken(await identify({ authorization: `Bearer ${key}` }), 'csrf', token), true)
    assert.equal(await sessions(), before)
  })

  test('a bot password session has limited rights and ends when the password is replaced', async () => {
    const create = () => services.store.transaction(tx => createBotPassword(tx, alice.id, 'tool', ['editpage']))
    await create()
    const botPassword = await findBotPassword(services.store.read, alice.id, 'tool')
    const caller = await services.callers.logIn(await anonymous(), alice, { botPassword })
    for (const seen of [caller, await identify(cookieOf(caller))])
      assert.deepEqual(
        ['edit', 'read', 'delete', 'move', 'createpage'].map(right => seen.can(right)),
        [true, true, false, false, false],
      )
    await create()
    assert.equal((await identify(cookieOf(caller))).account, null)
  })

  test('a group membership ends when it expires', async () => {
    const caller = await services.callers.logIn(await anonymous(), alice)
    clock.advance(11)
    assert.deepEqual((await identify(cookieOf(caller))).groups, ['sysop', '*', 'user', 'autoconfirmed'])
  })

  test('concurrent logins, logouts and uses of one session do not deadlock with the cleanup of old sessions', async () => {
    const { callers } = services
    await Promise.all(Array.from({ length: 40 }, async () => callers.withSession(await anonymous())))
    clock.advance(2 * 86_400)
    const before = await sessions()
    const shared = await callers.logIn(await callers.withSession(await anonymous()), alice)
    const cookie = cookieOf(shared)
    clock.advance(10 * 3600)
    const ended = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        const caller = await identify(cookie)
        if (i % 4 === 0) return callers.logIn(caller, alice)
        if (i % 4 === 1) return callers.logOut(caller)
        return callers.withSession(i % 4 === 2 ? caller : await anonymous())
      }),
    )
    for (const [i, caller] of ended.entries())
      if (i % 4 === 0) assert.equal((await identify(cookieOf(caller))).name, 'Alice')
    assert.equal((await identify(cookie)).account, null)
    assert.ok((await sessions()) < before)
  })
})
