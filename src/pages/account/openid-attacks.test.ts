// Attacks on the login with identity providers. Each must end without a session.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { identitiesOf } from '#accounts/identities.ts'
import { temporaryStore } from '#store/testing.ts'
import { type Shown, type TestSite, testSite, type Visitor } from '../testing.ts'
import { addressIn, type Claims, type Liar, type Lies, providerAt, startLiar } from './testing-openid.ts'

const CLAIMS = { preferred_username: 'Mallory', email: 'mallory@example.org', email_verified: true }
const START = '/accounts/openid/liar/'

let site: TestSite
let liar: Liar
let other: Liar

before(async () => {
  liar = await startLiar('mallory', CLAIMS)
  other = await startLiar('mallory', { ...CLAIMS, preferred_username: 'Other' })
  site = await testSite(await temporaryStore('sqlite'), {
    openidProviders: { liar: providerAt(liar.issuer), other: providerAt(other.issuer, { label: 'Other' }) },
  })
})
beforeEach(() => {
  liar.lies = {}
  other.lies = {}
})

const nameIn = async (visitor: Visitor): Promise<string> =>
  JSON.parse((await visitor.get('/api.php?action=query&meta=userinfo&format=json')).text).query.userinfo.name

const begin = async (visitor: Visitor, at = START): Promise<string> => (await visitor.get(at)).location!

/** The response was rejected, with a page and without a session. */
async function assertRejected(visitor: Visitor, answer: Shown, status = 400): Promise<void> {
  assert.equal(answer.status, status)
  assert.match(answer.text, /role="alert"/)
  assert.equal(await nameIn(visitor), '127.0.0.1')
}

test('an honest response logs in', async () => {
  const visitor = site.visitor()
  const back = await visitor.get(liar.answer(await begin(visitor)))
  assert.equal(back.status, 303)
  assert.equal(await nameIn(visitor), 'Mallory')
})

/** Changed parameters of the authorization response. */
const RESPONSES: readonly (readonly [string, Record<string, string | null>])[] = [
  ['state: a response without one', { state: null }],
  ['state: a guessed one', { state: 'guess' }],
  ['state: an empty one', { state: '' }],
  ['mix-up: a response without its issuer', { iss: null }],
  ['mix-up: a response in the name of another issuer', { iss: 'https://id.example.org' }],
  ['code: a response without one', { code: null }],
  ['code: one that the provider never gave', { code: 'stolen' }],
  ['code: an error next to a code', { error: 'server_error' }],
  ['downgrade: an ID token in the address instead of a code', { code: null, id_token: 'a.b.c' }],
  ['downgrade: an ID token in the address next to a code', { id_token: 'a.b.c' }],
  ['downgrade: a signed response that was not asked for', { code: null, state: null, response: 'a.b.c' }],
]
for (const [name, changes] of RESPONSES)
  test(name, async () => {
    const visitor = site.visitor()
    await assertRejected(visitor, await visitor.get(liar.answer(await begin(visitor), changes)))
  })

const now = () => Math.floor(Date.now() / 1000)

/** False ID tokens. */
const TOKENS: readonly (readonly [string, () => Lies])[] = [
  ['nonce: an ID token without one', () => ({ idToken: { nonce: undefined } })],
  ['nonce: a wrong one', () => ({ idToken: { nonce: 'guess' } })],
  ['nonce: not a text', () => ({ idToken: { nonce: ['a'] } })],
  ['substitution: an ID token for another client', () => ({ idToken: { aud: 'another' } })],
  ['substitution: an ID token without a client', () => ({ idToken: { aud: undefined } })],
  [
    'substitution: several clients, authorised for another',
    () => ({ idToken: { aud: ['parlance', 'another'], azp: 'another' } }),
  ],
  ['substitution: several clients without the authorised one', () => ({ idToken: { aud: ['parlance', 'another'] } })],
  ['substitution: an ID token of another issuer', () => ({ idToken: { iss: 'https://id.example.org' } })],
  ['substitution: an ID token without an issuer', () => ({ idToken: { iss: undefined } })],
  ['substitution: an ID token without a subject', () => ({ idToken: { sub: undefined } })],
  ['substitution: an empty subject', () => ({ idToken: { sub: '' } })],
  ['substitution: user data of another subject', () => ({ userinfo: { sub: 'victim' } })],
  ['substitution: a response without an ID token', () => ({ noIdToken: true })],
  ['replay: an expired ID token', () => ({ idToken: { exp: now() - 3600 } })],
  ['replay: an ID token without an expiry', () => ({ idToken: { exp: undefined } })],
  ['replay: an ID token from the future', () => ({ idToken: { nbf: now() + 3600 } })],
  ['signature: with another key', () => ({ signature: 'foreign' })],
  ['signature: none', () => ({ signature: 'none' })],
  ['signature: a weaker algorithm', () => ({ signature: 'hmac' })],
  ['signature: a key that the provider does not publish', () => ({ header: { kid: 'two' } })],
  ['signature: an extension that must be understood', () => ({ header: { crit: ['b64'], b64: false } })],
]
for (const [name, lies] of TOKENS)
  test(name, async () => {
    const visitor = site.visitor()
    const away = await begin(visitor)
    liar.lies = lies()
    await assertRejected(visitor, await visitor.get(liar.answer(away)))
  })

test('state: that of another browser', async () => {
  const [victim, attacker] = [site.visitor(), site.visitor()]
  await begin(victim)
  await assertRejected(victim, await victim.get(liar.answer(await begin(attacker))))
})

test('state: a browser that began nothing', async () => {
  const attacker = site.visitor()
  const victim = site.visitor()
  await assertRejected(victim, await victim.get(liar.answer(await begin(attacker))))
})

test('state: the older of two logins in one browser', async () => {
  const visitor = site.visitor()
  const older = await begin(visitor)
  await begin(visitor)
  await assertRejected(visitor, await visitor.get(liar.answer(older)))
})

test('state: a response after ten minutes', async () => {
  const visitor = site.visitor()
  const away = await begin(visitor)
  site.clock.advance(600)
  await assertRejected(visitor, await visitor.get(liar.answer(away)))
})

test('replay: the same response twice', async () => {
  const visitor = site.visitor()
  const back = liar.answer(await begin(visitor))
  assert.equal((await visitor.get(back)).status, 303)
  assert.equal((await visitor.get(back)).status, 400)
})

test('replay: a second try after a rejected response', async () => {
  const visitor = site.visitor()
  const away = await begin(visitor)
  await visitor.get(liar.answer(away, { state: 'guess' }))
  await assertRejected(visitor, await visitor.get(liar.answer(away)))
})

test('PKCE: every request has an S256 challenge, even if the provider offers less', async () => {
  liar.lies = { discovery: { code_challenge_methods_supported: ['plain'] } }
  const asked = new URL(await begin(site.visitor())).searchParams
  assert.equal(asked.get('code_challenge_method'), 'S256')
  assert.match(asked.get('code_challenge') ?? '', /^[\w-]{43}$/)
  assert.equal(asked.get('response_type'), 'code')
})

test('PKCE: a stolen code is useless in another browser', async () => {
  const [victim, attacker] = [site.visitor(), site.visitor()]
  const stolen = new URL(liar.answer(await begin(victim)), 'http://site.test').searchParams.get('code')!
  const count = liar.badVerifiers.length
  await assertRejected(attacker, await attacker.get(liar.answer(await begin(attacker), { code: stolen })))
  assert.equal(liar.badVerifiers.length, count + 1)
})

test('mix-up: a response to the address of another provider', async () => {
  const visitor = site.visitor()
  const back = liar.answer(await begin(visitor)).replace('/openid/liar/', '/openid/other/')
  await assertRejected(visitor, await visitor.get(back))
})

test('mix-up: another provider answers in place of the one that was asked', async () => {
  const visitor = site.visitor()
  const away = await begin(visitor)
  const back = other.answer(away.replace(liar.issuer, other.issuer))
  await assertRejected(visitor, await visitor.get(back))
})

test('mix-up: metadata in the name of another issuer', async () => {
  const false_ = await startLiar()
  false_.lies = { discovery: { issuer: 'https://id.example.org' } }
  const there = await testSite(await temporaryStore('sqlite'), { openidProviders: { liar: providerAt(false_.issuer) } })
  await assertRejected(there.visitor(), await there.visitor().get(START), 503)
})

for (const next of [
  '//evil.example/',
  'https://evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
])
  test(`redirect: back to ${JSON.stringify(next)}`, async () => {
    const visitor = site.visitor()
    const away = await begin(visitor, `${START}?next=${encodeURIComponent(next)}`)
    assert.equal((await visitor.get(liar.answer(away))).location, '/')
  })

test('redirect: the return address does not follow the Host header', async () => {
  const visitor = site.visitor()
  const away = await visitor.get(START, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  const asked = new URL(away.location!).searchParams
  assert.equal(asked.get('redirect_uri'), 'http://site.test/accounts/openid/liar/callback/')
})

/** Logs in with a new site and a provider with these claims. */
async function withClaims(sub: string, claims: Claims, prepare?: (site: TestSite) => Promise<unknown>) {
  const provider = await startLiar(sub, claims)
  const there = await testSite(await temporaryStore('sqlite'), {
    openidProviders: { liar: providerAt(provider.issuer) },
  })
  await prepare?.(there)
  const visitor = there.visitor()
  const answer = await visitor.get(provider.answer(await begin(visitor)))
  return { there, visitor, answer, provider }
}

test('takeover: a verified email address of another account', async () => {
  const claims = { preferred_username: 'Mallory', email: 'victim@example.org', email_verified: true }
  const { there, visitor } = await withClaims('m', claims, each =>
    each.person('Victim', { email: 'victim@example.org' }),
  )
  assert.equal(await nameIn(visitor), 'Mallory')
  const victim = (await there.services.accounts.byName(there.services.store.read, 'Victim'))!
  assert.deepEqual(await identitiesOf(there.services.store.read, victim.id), [])
})

test('takeover: an unverified email address stays unconfirmed', async () => {
  const { there } = await withClaims('m', { preferred_username: 'Mallory', email: 'victim@example.org' })
  const account = await there.services.accounts.byName(there.services.store.read, 'Mallory')
  assert.equal(account?.emailConfirmedAt, null)
})

for (const spelling of ['Victim', 'victim', ' victim ', 'Victim@example.org'])
  test(`takeover: the name of another account, as ${JSON.stringify(spelling)}`, async () => {
    const { visitor } = await withClaims('m', { preferred_username: spelling }, each => each.person('Victim'))
    assert.equal(await nameIn(visitor), 'Victim 2')
  })

for (const name of ['127.0.0.1', 'a|b', '\u0000', 'x'.repeat(5000), '\ud800'])
  test(`takeover: a name that no account may have: ${JSON.stringify(name.slice(0, 20))}`, async () => {
    const { visitor, answer } = await withClaims('m', { preferred_username: name, email: 7, name: ['x'] })
    assert.equal(answer.status, 303)
    assert.match(await nameIn(visitor), /^(User|Xx+)$/)
  })

test('takeover: the same subject at another provider is another person', async () => {
  const visitor = site.visitor()
  await visitor.get(other.answer(await begin(visitor, '/accounts/openid/other/')))
  assert.equal(await nameIn(visitor), 'Other')
})

test('takeover: a subject in other letters is another person', async () => {
  const { there, provider } = await withClaims('MALLORY', { preferred_username: 'First' })
  provider.lies = { idToken: { sub: 'mallory' }, userinfo: { sub: 'mallory', preferred_username: 'Second' } }
  const visitor = there.visitor()
  await visitor.get(provider.answer(await begin(visitor)))
  assert.notEqual(await nameIn(visitor), 'First')
})

test('takeover: a login that belongs to another account cannot be linked', async () => {
  const { there, provider } = await withClaims('m', { preferred_username: 'Mallory' }, each => each.person('Victim'))
  const victim = there.visitor()
  await victim.logIn('Victim')
  const away = await victim.send('/account/security/', { do: 'link', provider: 'liar' })
  assert.equal((await victim.get(provider.answer(addressIn(away.text)))).status, 403)
})

test('takeover: a foreign form cannot link a login', async () => {
  await site.person('Ann')
  const ann = site.visitor()
  await ann.logIn('Ann')
  const forged = await ann.send('/account/security/', { do: 'link', provider: 'liar', csrfmiddlewaretoken: 'x' })
  assert.equal(forged.status, 403)
})

test('takeover: a link that was begun by another account', async () => {
  const fresh = await startLiar('fresh', {})
  const there = await testSite(await temporaryStore('sqlite'), { openidProviders: { liar: providerAt(fresh.issuer) } })
  for (const name of ['Ann', 'Ben']) await there.person(name)
  const visitor = there.visitor()
  await visitor.logIn('Ann')
  const away = await visitor.send('/account/security/', { do: 'link', provider: 'liar' })
  const { text } = await visitor.get('/account/')
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)![1]!
  await visitor.send('/', { csrfmiddlewaretoken }, '/accounts/logout/')
  await visitor.logIn('Ben')
  assert.equal((await visitor.get(fresh.answer(addressIn(away.text)))).status, 400)
})

test('takeover: a disabled account stays closed', async () => {
  const { there, provider } = await withClaims('m', { preferred_username: 'Mallory' })
  const { accounts, store } = there.services
  const account = (await accounts.byName(store.read, 'Mallory'))!
  await store.transaction(tx => accounts.update(tx, account.id, { isActive: false }))
  const visitor = there.visitor()
  await assertRejected(visitor, await visitor.get(provider.answer(await begin(visitor))), 403)
})

test('fixation: the session id changes at login', async () => {
  const visitor = site.visitor()
  const away = await begin(visitor)
  const before = visitor.cookie()
  await visitor.get(liar.answer(away))
  assert.notEqual(visitor.cookie(), before)
})

test('network: a provider in a private network needs the setting', async () => {
  const hidden = await startLiar()
  const there = await testSite(await temporaryStore('sqlite'), {
    openidProviders: { liar: providerAt(hidden.issuer, { network: 'public' }) },
  })
  await assertRejected(there.visitor(), await there.visitor().get(START), 503)
})

test('outage: an error of the provider logs nobody in', async () => {
  const visitor = site.visitor()
  const away = await begin(visitor)
  liar.lies = { tokenStatus: 503 }
  await assertRejected(visitor, await visitor.get(liar.answer(away)), 503)
})
