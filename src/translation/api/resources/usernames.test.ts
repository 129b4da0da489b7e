import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { SITE, type TestApi, testApi } from '../testing.ts'

onEachEngine('usernames over REST', open => {
  let api: TestApi
  let boss: string
  let key: string
  const get = async (path: string, by = boss) => (await api.send('GET', path, { key: by })).json
  const names = async (query: string) =>
    (await get(`/api/users/?username=${query}`)).results.map((each: { username: string }) => each.username)

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    const body = { username: 'apitest', full_name: 'Api Test', email: 'apitest@example.org' }
    const made = await api.send('POST', '/api/users/', { key: boss, body })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.json.username, 'apitest')
    assert.equal(made.json.url, `${SITE}/api/users/apitest/`)
    key = (await api.user('tester_b')).key
    await testCatalogue(api.services)
  })

  test('keeps a username as typed and normalizes it for the wiki', async () => {
    const account = await api.services.accounts.byName(api.services.store.read, 'apitest')
    assert.deepEqual([account?.name, account?.username], ['Apitest', 'apitest'])
    assert.equal((await get('/api/users/apitest/')).username, 'apitest')
    assert.equal((await get('/api/users/Apitest/')).username, 'apitest')
    for (const query of ['apitest', 'Apitest', 'apit']) assert.deepEqual(await names(query), ['apitest'], query)
    assert.deepEqual(await names('tester_'), ['tester_b'])
    assert.deepEqual(await names('pitest'), [])
    const found = await get('/api/search/?q=apitest')
    assert.deepEqual(found, [{ url: '/api/users/apitest/', name: 'apitest', category: 'User' }])
  })

  test('treats two spellings of a name as one account', async () => {
    for (const username of ['Apitest', 'apitest', 'Tester b', 'tester__b']) {
      const body = { username, full_name: 'x', email: 'x@example.org' }
      const answer = await api.send('POST', '/api/users/', { key: boss, body })
      assert.deepEqual([answer.status, answer.json.errors[0].attr], [400, 'username'], username)
    }
  })

  test('shows usernames as typed in changes, comments and suggestions', async () => {
    const [unit] = (await get('/api/translations/hello/main/cs/units/')).results
    const path = unit.url.slice(SITE.length)
    assert.equal((await api.send('PATCH', path, { key, body: { target: ['Ahoj\n'], state: 20 } })).status, 200)
    const url = `${SITE}/api/users/tester_b/`
    assert.equal((await get('/api/changes/?user=tester_b')).results[0].user, url)
    assert.equal((await get('/api/translations/hello/main/cs/')).last_author, 'tester_b')
    const said = await api.send('POST', `${path}comments/`, { key, body: { comment: 'Hm', scope: 'translation' } })
    assert.equal(said.json.user, url)
    assert.equal((await get('/api/units/?q=comment_author:tester_b')).count, 1)
  })

  test('rejects the key of an account after its expiry date', async () => {
    const { key: own } = await api.user('Temp')
    const status = async () => (await api.send('GET', '/api/projects/', { key: own })).status
    const expire = async (body: Record<string, unknown>) => {
      const { json } = await api.send('PATCH', '/api/users/Temp/', { key: boss, body })
      return json.date_expires
    }
    const soon = new Date(api.clock.now() + 60_000).toISOString()
    assert.equal(Date.parse(await expire({ date_expires: soon })), Date.parse(soon))
    assert.equal(Date.parse(await expire({ full_name: 'For a minute' })), Date.parse(soon), 'other changes keep it')
    assert.equal(await status(), 200)
    api.clock.advance(61)
    assert.equal(await status(), 401)
    assert.equal(await expire({ date_expires: null }), null)
    assert.equal(await status(), 200)
  })

  test('allows changing the spelling but not the name', async () => {
    const rename = (username: string) => api.send('PATCH', '/api/users/tester_b/', { key, body: { username } })
    assert.equal((await rename('Tester b')).json.username, 'Tester b')
    assert.equal((await rename('tester_b')).json.username, 'tester_b')
    assert.equal((await rename('other')).status, 400)
  })
})
