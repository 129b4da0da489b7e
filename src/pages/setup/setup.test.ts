import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setupToken } from '#core/setup-token.ts'
import { findChanges } from '#events/change-log.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestSite, testSite } from '../testing.ts'

const ACCOUNT = {
  username: 'Marta Novak',
  email: '',
  full_name: '',
  password: 'a long pass phrase 42',
  password_again: 'a long pass phrase 42',
}
const LOOK = { purpose: 'both', name: 'Harbour Library', language: 'de', swatch: '#0d6e5f', colour: '' }

onEachEngine('setting up a site', open => {
  const newSite = async (config = {}): Promise<TestSite & { token: string }> => {
    const site = await testSite(await open(), config)
    return { ...site, token: (await setupToken(site.services.store, site.services.config))! }
  }
  const send = (site: TestSite, token: string, fields = {}) =>
    site.visitor().send('/setup/', { token, ...LOOK, ...ACCOUNT, ...fields })

  test('the first person names the site and becomes its administrator', async () => {
    const site = await newSite()
    const first = site.visitor()
    assert.equal((await first.get('/')).location, '/setup/')
    const form = await first.get(`/setup/?token=${site.token}`)
    assert.equal(form.status, 200)
    assert.match(form.text, /What is this site for\?/)
    assert.equal(form.headers['cache-control'], 'no-store')
    const answer = await first.send('/setup/', { token: site.token, ...LOOK, ...ACCOUNT })
    assert.deepEqual([answer.status, answer.location], [303, '/?done=set_up'])
    const home = (await first.get(answer.location!)).text
    assert.match(home, /<html lang="de"/)
    assert.match(home, /Harbour Library/)
    assert.match(home, /Ihre Website ist bereit/)
    assert.equal((await first.get('/admin/appearance/')).status, 200)
    const { query } = (
      await site.app.inject('/w/api.php?format=json&formatversion=2&action=query&list=allusers&auprop=groups')
    ).json()
    assert.deepEqual(
      query.allusers.map((user: { name: string; groups: string[] }) => [user.name, user.groups.includes('sysop')]),
      [['Marta Novak', true]],
    )
    const { changes } = await findChanges(site.services.store.read, { area: 'site' }, null, 5)
    assert.equal(changes[0]!.kind, 'appearance')
    assert.equal(await setupToken(site.services.store, site.services.config), null)
  })

  test('leads to where work begins', async () => {
    for (const [purpose, place] of [
      ['wiki', '/index.php?title=Main_Page&action=edit'],
      ['translation', '/create/project/'],
    ] as const) {
      const site = await newSite()
      assert.equal((await send(site, site.token, { purpose })).location, place)
    }
  })

  test('nobody gets in without the link', async () => {
    const site = await newSite()
    const none = await site.visitor().get('/setup/')
    assert.equal(none.status, 200)
    assert.match(none.text, /This site isn’t set up yet/)
    assert.match(none.text, /parlance users create/)
    assert.doesNotMatch(none.text, /name="password"/)
    for (const token of ['x', site.token.slice(1), `${site.token}x`, 'x'.repeat(32), '\0'.repeat(32)]) {
      const wrong = await site.visitor().get(`/setup/?token=${encodeURIComponent(token)}`)
      assert.equal(wrong.status, 403)
      assert.doesNotMatch(wrong.text, /name="password"/)
      const sent = await send(site, token)
      const made = await site.services.store.read.selectFrom('account').select('name').execute()
      assert.deepEqual([sent.status, made], [403, []])
    }
    assert.equal((await send(site, '')).status, 200)
    assert.equal((await send(site, site.token)).status, 303, 'no account was created before')
  })

  test('of two people with the link, one wins', async () => {
    const site = await newSite()
    const answers = await Promise.all([
      send(site, site.token, { username: 'First', name: 'One' }),
      send(site, site.token, { username: 'Second', name: 'Two' }),
      send(site, site.token, { username: 'Third', name: 'Three' }),
    ])
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    assert.equal(statuses[0], 303)
    for (const status of statuses.slice(1)) assert.ok(status === 404 || status === 409, String(status))
    const accounts = await site.services.store.read.selectFrom('account').select('name').execute()
    assert.equal(accounts.length, 1)
  })

  test('ends as soon as there is an account, also from the command line', async () => {
    const site = await newSite()
    await site.person('Operator')
    for (const answer of [await site.visitor().get(`/setup/?token=${site.token}`), await send(site, site.token)])
      assert.equal(answer.status, 404)
    assert.equal((await site.visitor().get('/')).status, 200)
  })

  test('mistakes are explained, and nothing typed is lost but passwords', async () => {
    const site = await newSite()
    const answer = await send(site, site.token, { name: '', password_again: 'other', swatch: 'own', colour: 'red' })
    assert.equal(answer.status, 400)
    for (const reason of [/Enter a name for the site/, /passwords don’t match/, /Enter a colour such as/])
      assert.match(answer.text, reason)
    assert.match(answer.text, /value="Marta Novak"/)
    assert.doesNotMatch(answer.text, /a long pass phrase/)
    assert.equal((await send(site, site.token, { username: '<b>' })).status, 400)
    assert.equal((await send(site, site.token)).status, 303)
  })

  test('servers of one database show the same link, and none without passwords', async () => {
    const site = await newSite()
    const { store, config } = site.services
    assert.equal(await setupToken(store, config), site.token)
    assert.equal(await setupToken(store, { passwordLogin: 'off' }), null)
  })
})
