import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { joinGroup } from '#accounts/memberships.ts'
import type { Config } from '#core/config.ts'
import { onEachEngine, temporaryStore } from '#store/testing.ts'
import { PASSWORD, type Shown, type TestSite, testSite, type Visitor } from '../testing.ts'
import { type Lies, type Options, SoftKey } from './testing-passkeys.ts'

const SITE = 'https://wiki.example.org'
const PAGE = '/account/security/passkeys/'
const LOGIN = '/accounts/login/'
const LOGIN_PASSKEY = '/accounts/login/passkey/'
const CODE_PAGE = '/accounts/login/code/'

const config: Partial<Config> = { siteUrl: SITE }

/** Asks for a challenge as the page's script does. */
async function challenge(visitor: Visitor, page: string, purpose: string): Promise<Options> {
  const answer = await visitor.send(page, { purpose }, '/accounts/passkey/')
  assert.equal(answer.status, 200, answer.text)
  return JSON.parse(answer.text)
}

/** Adds a passkey. Returns it and the recovery codes. */
async function add(visitor: Visitor, key = new SoftKey(SITE), name = 'Laptop', lies: Lies = {}) {
  const options = await challenge(visitor, PAGE, 'add')
  const shown = await visitor.send(PAGE, { do: 'add', name, credential: key.create(options, lies) })
  const codes = [...shown.text.matchAll(/<li><code>([A-Z2-9-]{19})<\/code>/g)].map(match => match[1]!)
  return { key, shown, codes }
}

async function isLoggedIn(visitor: Visitor, name: string): Promise<boolean> {
  return (await visitor.get('/languages/')).text.includes(`<bdi>${name}</bdi>`)
}

onEachEngine('passkeys', open => {
  let site: TestSite
  let ann: Visitor
  let key: SoftKey
  let codes: string[]

  before(async () => {
    site = await testSite(await open(), config)
    await site.person('Ann')
    await site.person('Eve')
    ann = site.visitor()
    await ann.logIn('Ann')
    const added = await add(ann)
    assert.equal(added.shown.status, 200)
    ;({ key, codes } = added)
  })
  beforeEach(() => site.clock.advance(1))

  /** Logs in with a passkey as a new visitor. */
  async function logIn(lies: Lies = {}, used = key, visitor = site.visitor()): Promise<Shown> {
    const options = await challenge(visitor, LOGIN, 'login')
    const answer = await visitor.send(
      LOGIN,
      { credential: used.get(options, lies), next: '/languages/' },
      LOGIN_PASSKEY,
    )
    assert.equal(await isLoggedIn(visitor, 'Ann'), answer.status === 303)
    return answer
  }

  const rejected = async (lies: Lies, text = /couldn’t be verified/): Promise<void> => {
    const answer = await logIn(lies)
    assert.equal(answer.status, 403)
    assert.match(answer.text, text)
  }

  async function withPassword(name = 'Ann'): Promise<Visitor> {
    const visitor = site.visitor()
    const answer = await visitor.logIn(name)
    assert.match(answer.location ?? '', /^\/accounts\/login\/code\//)
    return visitor
  }

  const asFactor = async (visitor: Visitor, lies: Lies = {}, used = key): Promise<Shown> => {
    const options = await challenge(visitor, CODE_PAGE, 'factor')
    return visitor.send(CODE_PAGE, { credential: used.get(options, lies), next: '/languages/' })
  }

  test('the page lists the passkey, and ten recovery codes are shown once', async () => {
    assert.equal(codes.length, 10)
    const { text } = await ann.get(PAGE)
    assert.match(text, /<b><bdi>Laptop<\/bdi><\/b>/)
    assert.match(text, /Replaces the password/)
    assert.doesNotMatch(text, new RegExp(codes[0]!))
  })

  test('the challenge names this site and requires user verification', async () => {
    const options = await challenge(site.visitor(), LOGIN, 'login')
    assert.deepEqual(
      [options.rpId, options.userVerification, options.allowCredentials],
      ['wiki.example.org', 'required', []],
    )
    assert.equal(Buffer.from(options.challenge, 'base64url').length, 32)
  })

  test('logs in without a password or a code', async () => {
    const answer = await logIn()
    assert.deepEqual([answer.status, answer.location], [303, '/languages/'])
  })

  test('the password asks for the passkey, which completes the login', async () => {
    const visitor = await withPassword()
    assert.equal(await isLoggedIn(visitor, 'Ann'), false)
    const answer = await asFactor(visitor)
    assert.deepEqual([answer.status, answer.location], [303, '/languages/'])
    assert.equal(await isLoggedIn(visitor, 'Ann'), true)
  })

  test('as a second factor, a key without user verification is enough', async () => {
    assert.equal((await asFactor(await withPassword(), { flags: 1 })).status, 303)
  })

  test('a recovery code replaces a lost passkey', async () => {
    const visitor = await withPassword()
    assert.equal((await visitor.send(CODE_PAGE, { code: codes[0]!, next: '/' })).status, 303)
    assert.equal((await (await withPassword()).send(CODE_PAGE, { code: codes[0]!, next: '/' })).status, 403)
  })

  test('clientlogin asks for a code and accepts a recovery code', async () => {
    const api = async (params: Record<string, string>, cookie = '') => {
      const payload = new URLSearchParams({ format: 'json', formatversion: '2', ...params }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie }
      const response = await site.app.inject({ method: 'POST', url: '/api.php', payload, headers })
      const set = [response.headers['set-cookie'] ?? []].flat().map(one => one.split(';')[0])
      return { json: response.json(), cookie: set.length > 0 ? set.join('; ') : cookie }
    }
    const { json, cookie } = await api({ action: 'query', meta: 'tokens', type: 'login' })
    const logintoken = json.query.tokens.logintoken
    const begin = { action: 'clientlogin', logintoken, loginreturnurl: 'http://example.org/' }
    const asked = await api({ ...begin, username: 'Ann', password: PASSWORD }, cookie)
    assert.deepEqual([asked.json.clientlogin.status, asked.json.clientlogin.messagecode], ['UI', 'oathauth-auth-ui'])
    const go = { action: 'clientlogin', logintoken, logincontinue: '1', OATHToken: codes[1]! }
    assert.equal((await api(go, asked.cookie)).json.clientlogin.status, 'PASS')
  })

  // Attacks.

  test('rejects a response for another origin', () => rejected({ origin: 'https://evil.example' }))
  test('rejects a response for this host over another scheme or port', async () => {
    await rejected({ origin: 'http://wiki.example.org' })
    await rejected({ origin: 'https://wiki.example.org:8443' })
  })
  test('rejects a response for another relying party', () => rejected({ rpId: 'example.org' }))
  test('rejects a response from a frame of another site', () => rejected({ crossOrigin: true }))
  test('rejects the response of a registration', () => rejected({ type: 'webauthn.create' }))
  test('rejects a login without user verification', () => rejected({ flags: 1 }))
  test('rejects a response without user presence', () => rejected({ flags: 4 }))
  test('rejects a tampered signature', () => rejected({ isTampered: true }))
  test('rejects client data that was changed after signing', () => rejected({ isRewritten: true }))
  test('rejects the user handle of another account', () =>
    rejected({ userHandle: Buffer.from('someone else').toString('base64url') }, /doesn’t belong to an account here/))
  test('rejects a login without a user handle', () => rejected({ userHandle: null }, /doesn’t belong/))
  test('rejects an unknown credential', () =>
    rejected({ id: Buffer.from('unknown').toString('base64url') }, /doesn’t belong/))
  test('rejects a challenge that the server did not issue', () =>
    rejected({ challenge: Buffer.alloc(32, 7).toString('base64url') }, /took too long or was already used/))

  test('rejects a challenge that was used, even if its first response failed', async () => {
    const visitor = site.visitor()
    const options = await challenge(visitor, LOGIN, 'login')
    const first = await visitor.send(LOGIN, { credential: key.get(options, { isTampered: true }) }, LOGIN_PASSKEY)
    assert.equal(first.status, 403)
    const again = await visitor.send(LOGIN, { credential: key.get(options) }, LOGIN_PASSKEY)
    assert.deepEqual([again.status, await isLoggedIn(visitor, 'Ann')], [403, false])
  })

  test('of two concurrent responses to one challenge, one counts', async () => {
    const visitor = site.visitor()
    const options = await challenge(visitor, LOGIN, 'login')
    const credentials = [key.get(options), key.get(options)]
    const answers = await Promise.all(credentials.map(credential => visitor.send(LOGIN, { credential }, LOGIN_PASSKEY)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403])
  })

  test('a recorded response cannot be replayed in another session', async () => {
    const victim = site.visitor()
    const credential = key.get(await challenge(victim, LOGIN, 'login'))
    const thief = site.visitor()
    await challenge(thief, LOGIN, 'login')
    const answer = await thief.send(LOGIN, { credential }, LOGIN_PASSKEY)
    assert.deepEqual([answer.status, await isLoggedIn(thief, 'Ann')], [403, false])
  })

  test('a challenge expires after five minutes', async () => {
    const visitor = site.visitor()
    const options = await challenge(visitor, LOGIN, 'login')
    site.clock.advance(300)
    const answer = await visitor.send(LOGIN, { credential: key.get(options) }, LOGIN_PASSKEY)
    assert.equal(answer.status, 403)
    assert.match(answer.text, /took too long/)
  })

  test('a challenge for one purpose does not serve another', async () => {
    const visitor = site.visitor()
    await ann.get(PAGE)
    const options = await challenge(visitor, LOGIN, 'login')
    const waiting = await withPassword()
    assert.equal((await waiting.send(CODE_PAGE, { credential: key.get(options) })).status, 403)
    const proof = await challenge(ann, PAGE, 'prove')
    assert.equal((await visitor.send(LOGIN, { credential: key.get(proof) }, LOGIN_PASSKEY)).status, 403)
  })

  test('a lower or repeated counter is rejected and recorded', async () => {
    assert.equal((await logIn()).status, 303)
    const copy = { counter: key.counter }
    await rejected(copy, /may have been copied/)
    await rejected({ counter: 0 }, /may have been copied/)
    const row = await site.services.store.read
      .selectFrom('change_log')
      .select(['kind', 'subject'])
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    assert.deepEqual(row, { kind: 'passkey-copied', subject: 'Ann' })
    assert.equal((await logIn()).status, 303, 'the next higher counter')
  })

  test('a passkey of another account is no second factor', async () => {
    const eve = site.visitor()
    await eve.logIn('Eve')
    const { key: hers } = await add(eve)
    const visitor = await withPassword()
    const answer = await asFactor(visitor, {}, hers)
    assert.equal(answer.status, 403)
    assert.match(answer.text, /doesn’t belong/)
    assert.equal(await isLoggedIn(visitor, 'Ann'), false)
  })

  test('a credential cannot be registered a second time, for any account', async () => {
    await site.person('Zoe')
    const zoe = site.visitor()
    await zoe.logIn('Zoe')
    const taken = await add(zoe, key)
    assert.equal(taken.shown.status, 400)
    assert.match(taken.shown.text, /registered already/)
    const again = await add(ann, key, 'Copy')
    assert.equal(again.shown.status, 400)
  })

  test('the session changes its id at the login, so a planted one gives nothing', async () => {
    const visitor = site.visitor()
    const options = await challenge(visitor, LOGIN, 'login')
    const planted = visitor.cookie()
    await visitor.send(LOGIN, { credential: key.get(options) }, LOGIN_PASSKEY)
    assert.equal(await isLoggedIn(visitor, 'Ann'), true)
    assert.notEqual(visitor.cookie(), planted)
    const answer = await site.app.inject({ url: '/languages/', headers: { cookie: planted } })
    assert.doesNotMatch(answer.payload, /<bdi>Ann<\/bdi>/)
  })

  test('challenges and logins need the form’s token', async () => {
    const visitor = site.visitor()
    const forged = { purpose: 'login', csrfmiddlewaretoken: 'forged' }
    assert.equal((await visitor.send(LOGIN, forged, '/accounts/passkey/')).status, 403)
    const credential = key.get(await challenge(visitor, LOGIN, 'login'))
    const sent = { credential, csrfmiddlewaretoken: 'forged' }
    assert.equal((await visitor.send(LOGIN, sent, LOGIN_PASSKEY)).status, 403)
  })

  test('rejects a new credential for another site, and certificates of authenticators', async () => {
    assert.equal((await add(ann, new SoftKey(SITE), 'x', { origin: 'https://evil.example' })).shown.status, 400)
    assert.equal((await add(ann, new SoftKey(SITE), 'x', { rpId: 'evil.example' })).shown.status, 400)
    // Verifying the certificate would request the addresses in it.
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', Buffer.alloc(8)],
      ['x5c', [Buffer.alloc(64)]],
    ])
    const attestation = { format: 'packed', statement }
    assert.equal((await add(ann, new SoftKey(SITE), 'x', { attestation })).shown.status, 400)
  })

  test('rejects what is no response', async () => {
    const visitor = site.visitor()
    for (const credential of [
      '',
      '{}',
      'null',
      '[]',
      '"x"',
      `{"id":"a","response":{"clientDataJSON":7}}`,
      'x'.repeat(30_000),
    ])
      assert.equal((await visitor.send(LOGIN, { credential }, LOGIN_PASSKEY)).status, 403, credential.slice(0, 20))
    const options = await challenge(visitor, LOGIN, 'login')
    const { response, ...rest } = JSON.parse(key.get(options))
    const broken = JSON.stringify({ ...rest, response: { ...response, authenticatorData: 'AA', signature: 1 } })
    assert.equal((await visitor.send(LOGIN, { credential: broken }, LOGIN_PASSKEY)).status, 403)
  })

  test('renames and removes a passkey; without factors, the password is enough again', async () => {
    await site.person('Bob')
    const bob = site.visitor()
    await bob.logIn('Bob')
    const { key: only } = await add(bob, new SoftKey(SITE, 0), '<b>Phone</b>')
    await bob.send(PAGE, { do: 'rename', passkey: only.id, name: 'Telephone' })
    assert.match((await bob.get(PAGE)).text, /<bdi>Telephone<\/bdi>/)
    assert.equal((await bob.send(PAGE, { do: 'rename', passkey: only.id, name: ' ' })).status, 400)
    // Not someone else's.
    await bob.send(PAGE, { do: 'remove', passkey: key.id })
    assert.equal((await logIn()).status, 303)
    const second = await add(bob, new SoftKey(SITE), 'Second')
    assert.deepEqual([second.shown.location, second.codes], [`${PAGE}?done=passkey-added`, []])
    await bob.send(PAGE, { do: 'remove', passkey: second.key.id })
    assert.match((await site.visitor().logIn('Bob')).location ?? '', /code/)
    const gone = await bob.send(PAGE, { do: 'remove', passkey: only.id })
    assert.equal(gone.location, `${PAGE}?done=passkey-removed`)
    assert.equal((await site.visitor().logIn('Bob')).location, '/')
  })
})

test('a group that needs a second factor accepts a passkey and keeps the last one', async () => {
  const site = await testSite(await temporaryStore('sqlite'), { ...config, secondFactorGroups: ['sysop'] })
  const sue = await site.person('Sue')
  await site.services.store.transaction(tx => joinGroup(tx, sue.id, 'sysop'))
  const visitor = site.visitor()
  await visitor.logIn('Sue')
  assert.match((await visitor.get('/account/security/')).text, /These groups need two-factor/)
  const { key } = await add(visitor)
  assert.doesNotMatch((await visitor.get('/account/security/')).text, /These groups need two-factor/)
  const kept = await visitor.send(PAGE, { do: 'remove', passkey: key.id })
  assert.equal(kept.status, 403)
  assert.match(kept.text, /this is your only second factor/)
  const second = await add(visitor, new SoftKey(SITE), 'Second')
  assert.equal((await visitor.send(PAGE, { do: 'remove', passkey: key.id })).status, 303)
  assert.equal((await visitor.send(PAGE, { do: 'remove', passkey: second.key.id })).status, 403)
})

test('a passkey confirms access to sensitive pages', async () => {
  const site = await testSite(await temporaryStore('sqlite'), { ...config, reauthMinutes: 10 })
  await site.person('Ann')
  const ann = site.visitor()
  await ann.logIn('Ann')
  const { key } = await add(ann)
  site.clock.advance(600)
  const verify = `/account/verify/?next=${encodeURIComponent(PAGE)}`
  assert.equal((await ann.get(PAGE)).location, verify)
  const prove = async (lies: Lies) => {
    const options = await challenge(ann, verify, 'prove')
    return ann.send(verify, { do: 'passkey', next: PAGE, credential: key.get(options, lies) }, '/account/verify/')
  }
  const unverified = await prove({ flags: 1 })
  assert.equal(unverified.status, 403)
  assert.equal((await ann.get(PAGE)).location, verify)
  assert.equal((await prove({})).location, PAGE)
  assert.equal((await ann.get(PAGE)).status, 200)
})

test('passkeys follow the setting, and need https and a host name', async () => {
  const store = await temporaryStore('sqlite')
  const page = async (more: Partial<Config>, path = LOGIN) =>
    (await (await testSite(store, { ...config, ...more })).visitor().get(path)).text
  assert.match(await page({}), /Log in with a passkey/)
  assert.doesNotMatch(await page({ passkeyLogin: 'off' }), /Log in with a passkey/)
  assert.doesNotMatch(await page({ passwordLogin: 'off' }), /Log in with a passkey/)
  assert.match(await page({ passwordLogin: 'off', passkeyLogin: 'on' }), /Log in with a passkey/)
  assert.match(await page({ siteUrl: 'http://localhost:8080' }), /Log in with a passkey/)
  for (const siteUrl of ['http://wiki.example.org', 'https://192.0.2.1', 'https://[2001:db8::1]'])
    assert.doesNotMatch(await page({ siteUrl }), /Log in with a passkey/, siteUrl)
})

test('the only way to log in cannot be removed', async () => {
  const site = await testSite(await temporaryStore('sqlite'), config)
  await site.person('Ann')
  const visitor = site.visitor()
  await visitor.logIn('Ann')
  const { key } = await add(visitor)
  await site.services.store.transaction(tx => tx.updateTable('account').set({ password_hash: '' }).execute())
  const kept = await visitor.send(PAGE, { do: 'remove', passkey: key.id })
  assert.equal(kept.status, 403)
  assert.match(kept.text, /only way to log in/)
})
