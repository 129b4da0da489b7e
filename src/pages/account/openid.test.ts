// Login with a real OpenID provider: the package oidc-provider on a local port.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createApiKey } from '#accounts/api-keys.ts'
import { identitiesOf } from '#accounts/identities.ts'
import { membershipsOf } from '#accounts/memberships.ts'
import { onEachEngine, temporaryStore } from '#store/testing.ts'
import { PASSWORD, type Shown, type TestSite, testSite, type Visitor } from '../testing.ts'
import { addressIn, type Claims, type Corp, providerAt, startCorp } from './testing-openid.ts'

const USERS = {
  'u-1': {
    preferred_username: 'ada',
    name: 'Ada L.',
    email: 'ada@example.org',
    email_verified: true,
    groups: ['staff'],
  },
  'u-2': { preferred_username: 'Bea', email: 'bea@elsewhere.test', email_verified: true },
  'u-3': { preferred_username: 'Cleo', email: 'cleo@example.org', email_verified: false },
}

/** The whole way: to the provider, through its pages, and back. */
async function through(corp: Corp, visitor: Visitor, name = 'corp', next = '/languages/'): Promise<Shown> {
  const away = await visitor.get(`/accounts/openid/${name}/?next=${encodeURIComponent(next)}`)
  assert.equal(away.status, 303)
  return visitor.get(await corp.visit(away.location!))
}

const nameIn = async (visitor: Visitor): Promise<string> =>
  JSON.parse((await visitor.get('/api.php?action=query&meta=userinfo&format=json')).text).query.userinfo.name

onEachEngine('OpenID Connect', open => {
  let site: TestSite
  let corp: Corp
  let users: Record<string, Claims>

  before(async () => {
    users = { ...USERS }
    corp = await startCorp(users, ['corp', 'linking', 'inviting', 'strict', 'gone'])
    const at = (more = {}) => providerAt(corp.issuer, more)
    site = await testSite(await open(), {
      openidProviders: {
        corp: at({ groups: { staff: ['sysop'] }, singleLogout: true }),
        linking: at({ accounts: 'link' }),
        inviting: at({ accounts: 'invitation' }),
        strict: at({ emailDomains: ['example.org'] }),
        gone: at({ issuer: 'http://127.0.0.1:9', label: 'Gone' }),
      },
    })
  })

  const account = async (name: string) => (await site.services.accounts.byName(site.services.store.read, name))!

  test('the login page offers each provider next to the password', async () => {
    const { text } = await site.visitor().get('/accounts/login/?next=/languages/')
    assert.match(text, /href="\/accounts\/openid\/corp\/\?next=%2Flanguages%2F"/)
    assert.match(text, /name="password"/)
  })

  test('the first login creates an account with name, email and groups', async () => {
    corp.user = 'u-1'
    const visitor = site.visitor()
    const back = await through(corp, visitor)
    assert.deepEqual([back.status, back.location], [303, '/languages/'])
    assert.equal(await nameIn(visitor), 'Ada')
    const ada = await account('Ada')
    assert.deepEqual([ada.realName, ada.email, ada.emailConfirmedAt !== null], ['Ada L.', 'ada@example.org', true])
    const groups = await membershipsOf(site.services.store.read, ada.id, 0)
    assert.deepEqual(
      groups.map(each => each.group),
      ['sysop'],
    )
  })

  test('the next login finds the same account, and lost claims take their groups away', async () => {
    const before = await account('Ada')
    users['u-1'] = { ...USERS['u-1'], groups: [] }
    const visitor = site.visitor()
    await through(corp, visitor)
    assert.equal(await nameIn(visitor), 'Ada')
    const groups = await membershipsOf(site.services.store.read, before.id, 0)
    assert.deepEqual(groups, [])
  })

  test('a taken name gets a number', async () => {
    await site.person('Bea')
    corp.user = 'u-2'
    const visitor = site.visitor()
    await through(corp, visitor)
    assert.equal(await nameIn(visitor), 'Bea 2')
  })

  test('an existing account with the same email address is not taken over', async () => {
    await site.person('Old Cleo', { email: 'cleo@example.org' })
    corp.user = 'u-3'
    const visitor = site.visitor()
    await through(corp, visitor)
    assert.equal(await nameIn(visitor), 'Cleo')
    assert.deepEqual(await identitiesOf(site.services.store.read, (await account('Old Cleo')).id), [])
  })

  test('a cancelled login changes nothing', async () => {
    const other = await startCorp({}, ['corp'])
    const there = await testSite(await open(), { openidProviders: { corp: providerAt(other.issuer) } })
    const back = await through(other, there.visitor())
    assert.equal(back.status, 400)
    assert.match(back.text, /you cancelled/)
  })

  test('an unreachable provider is named, with the other ways in', async () => {
    const answer = await site.visitor().get('/accounts/openid/gone/')
    assert.equal(answer.status, 503)
    assert.match(answer.text, /Gone can’t be reached at the moment/)
    assert.match(answer.text, /href="\/accounts\/login\/"/)
  })

  test('a provider for linking creates no accounts', async () => {
    const other = await startCorp({ 'x-1': { preferred_username: 'Xeno' } }, ['linking'])
    const linking = await testSite(await open(), {
      openidProviders: { linking: providerAt(other.issuer, { accounts: 'link' }) },
    })
    const answer = await through(other, linking.visitor(), 'linking')
    assert.equal(answer.status, 403)
    assert.match(answer.text, /isn’t linked to an account here/)
    assert.equal(await linking.services.accounts.byName(linking.services.store.read, 'Xeno'), null)
  })

  test('an account links and unlinks a login, but never its last one', async () => {
    const other = await startCorp({ 'y-1': { preferred_username: 'Yves', email: 'y@example.org' } }, ['corp'])
    const there = await testSite(await open(), {
      openidProviders: { corp: providerAt(other.issuer, { accounts: 'link' }) },
    })
    const eve = await there.person('Eve')
    const visitor = there.visitor()
    await visitor.logIn('Eve')
    const away = await visitor.send('/account/security/', { do: 'link', provider: 'corp' })
    const back = await visitor.get(await other.visit(addressIn(away.text)))
    assert.equal(back.location, '/account/security/?done=linked')
    const fresh = there.visitor()
    await through(other, fresh)
    assert.equal(await nameIn(fresh), 'Eve')
    const [identity] = await identitiesOf(there.services.store.read, eve.id)
    const key = JSON.stringify([identity!.issuer, identity!.subject])
    const { store } = there.services
    await store.transaction(tx =>
      tx.updateTable('account').set({ password_hash: '' }).where('id', '=', eve.id).execute(),
    )
    await fresh.send('/account/security/', { do: 'unlink', identity: key })
    assert.equal((await identitiesOf(store.read, eve.id)).length, 1)
    assert.match((await fresh.get('/account/security/')).text, /Your only way to log in/)
    await there.services.accounts.setPassword(eve, PASSWORD)
    const again = there.visitor()
    await again.logIn('Eve')
    assert.equal(
      (await again.send('/account/security/', { do: 'unlink', identity: key })).location,
      '/account/security/?done=unlinked',
    )
    assert.deepEqual(await identitiesOf(store.read, eve.id), [])
  })

  test('logging out leads to the provider’s log-out page', async () => {
    corp.user = 'u-1'
    const visitor = site.visitor()
    await through(corp, visitor)
    const { text } = await visitor.get('/account/')
    const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)![1]!
    const out = await visitor.send('/', { csrfmiddlewaretoken }, '/accounts/logout/')
    assert.match(addressIn(out.text), new RegExp(`^${corp.issuer}/session/end\\?.*post_logout_redirect_uri=`))
    assert.equal((await visitor.get('/account/')).status, 303)
  })

  test('only verified addresses of the allowed domains get in', async () => {
    for (const [user, status] of [
      ['u-2', 403],
      ['u-3', 403],
      ['u-1', 303],
    ] as const) {
      const strict = await startCorp({ [user]: USERS[user] }, ['strict'])
      const there = await testSite(await open(), {
        openidProviders: { strict: providerAt(strict.issuer, { emailDomains: ['example.org'] }) },
      })
      assert.equal((await through(strict, there.visitor(), 'strict')).status, status, user)
    }
  })
})

test('a first login by invitation needs the link of the invitation', async () => {
  const corp = await startCorp({ 'i-1': { preferred_username: 'Ivy' } }, ['corp'])
  const site = await testSite(await temporaryStore('sqlite'), {
    registration: 'invitation',
    openidProviders: { corp: providerAt(corp.issuer, { accounts: 'invitation' }) },
  })
  const visitor = site.visitor()
  assert.equal((await through(corp, visitor)).status, 403)
  const boss = await site.person('Boss', { superuser: true })
  const { makeLink } = await import('#accounts/account-links.ts')
  const { store, clock } = site.services
  const key = await store.transaction(tx => makeLink(tx, clock, { purpose: 'invitation', madeBy: boss.id }))
  const page = `/accounts/invitation/?key=${key}`
  assert.match((await visitor.get(page)).text, /Log in with Example Corp/)
  const back = await through(corp, visitor, 'corp', page)
  assert.equal(back.location, '/account/languages/?done=welcome')
  assert.equal(await nameIn(visitor), 'Ivy')
  assert.equal((await site.visitor().get(page)).status, 404, 'the invitation is used up')
})

test('with passwords off, only the provider, bot passwords and API keys get in', async () => {
  const corp = await startCorp(USERS, ['corp'])
  const site = await testSite(await temporaryStore('sqlite'), {
    passwordLogin: 'off',
    openidProviders: { corp: providerAt(corp.issuer) },
  })
  const zoe = await site.person('Zoe')
  const visitor = site.visitor()
  const { text } = await visitor.get('/accounts/login/')
  assert.doesNotMatch(text, /name="password"/)
  assert.equal((await visitor.logIn('Zoe')).status, 403)
  assert.equal((await visitor.get('/accounts/reset-password/')).status, 403)
  assert.equal((await visitor.get('/accounts/register/')).status, 403)
  const { store, clock } = site.services
  const key = await store.transaction(tx => createApiKey(tx, zoe.id, 'k', clock))
  const me = await site.app.inject({ url: '/api/users/Zoe/', headers: { authorization: `Token ${key}` } })
  assert.equal(me.statusCode, 200)
  corp.user = 'u-1'
  await through(corp, visitor)
  assert.equal(await nameIn(visitor), 'Ada')
})
