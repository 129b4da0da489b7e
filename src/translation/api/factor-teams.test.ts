// Teams that require two-factor authentication.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addPasskey } from '#accounts/passkeys.ts'
import { onEachEngine } from '#store/testing.ts'
import { ACCESS, withheldTeams } from '../catalogue/permissions.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { accountsWithAccess, accountsWithPermission } from '../notifications/reach.ts'
import { type TestApi, testApi } from './testing.ts'

onEachEngine('teams that require two-factor authentication', open => {
  let api: TestApi
  let boss: string
  let anna: Awaited<ReturnType<TestApi['user']>>
  let team: number
  const send = (method: string, path: string, body?: unknown, key = boss) => api.send(method, path, { key, body })
  const join = async (name: string) => {
    const { status, text } = await send('POST', `/api/users/${name}/groups/`, { group_id: team })
    assert.equal(status, 200, text)
  }
  const reached = async () => {
    const { read } = api.services.store
    const project = await read.selectFrom('project').selectAll().where('slug', '=', 'vault').executeTakeFirstOrThrow()
    const seeing = await accountsWithAccess(read, project, null)
    const editing = await accountsWithPermission(read, project, 'unit.edit')
    return [seeing?.has(anna.account.id), editing?.has(anna.account.id)]
  }

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = await api.user('Anna')
    await testCatalogue(api.services, { slug: 'vault', access: ACCESS.private })
    const { json: role } = await send('POST', '/api/roles/', { name: 'Writer', permissions: ['unit.edit'] })
    const made = await send('POST', '/api/groups/', { name: 'Keepers', project_selection: 0, enforced_2fa: true })
    assert.equal(made.json.enforced_2fa, true, made.text)
    team = made.json.id
    await send('POST', `/api/groups/${team}/roles/`, { role_id: role.id })
    const { json: project } = await send('GET', '/api/projects/vault/')
    await send('POST', `/api/groups/${team}/projects/`, { project_id: project.id })
    await join('Anna')
  })

  test('give a member no permissions until there is a second factor', async () => {
    assert.equal((await send('GET', '/api/projects/vault/', undefined, anna.key)).status, 404)
    assert.deepEqual(await reached(), [false, false])
    assert.deepEqual(await withheldTeams(api.services.store.read, anna.account), ['Keepers'])
    await api.services.store.transaction(tx =>
      addPasskey(tx, api.services.clock, {
        ...{ id: 'a2V5', accountId: anna.account.id, name: 'Key', publicKey: 'cHVi' },
        ...{ signCount: 0, transports: [], canLogIn: false },
      }),
    )
    assert.equal((await send('GET', '/api/projects/vault/', undefined, anna.key)).status, 200)
    assert.deepEqual(await reached(), [true, true])
    assert.deepEqual(await withheldTeams(api.services.store.read, anna.account), [])
  })

  test('work for bots and without the requirement', async () => {
    const eve = await api.user('Eve')
    await join('Eve')
    assert.equal((await send('GET', '/api/projects/vault/', undefined, eve.key)).status, 404)
    const changed = await send('PATCH', `/api/groups/${team}/`, { enforced_2fa: false })
    assert.equal(changed.json.enforced_2fa, false, changed.text)
    assert.equal((await send('GET', '/api/projects/vault/', undefined, eve.key)).status, 200)
    await send('PATCH', `/api/groups/${team}/`, { enforced_2fa: true })
    assert.equal((await send('GET', '/api/projects/vault/', undefined, eve.key)).status, 404)
    await api.services.store.transaction(tx =>
      tx.updateTable('account').set({ is_bot: 1 }).where('id', '=', eve.account.id).execute(),
    )
    assert.equal((await send('GET', '/api/projects/vault/', undefined, eve.key)).status, 200)
  })

  test('are not the built-in ones, which visitors and everyone belong to', async () => {
    const { json } = await send('GET', '/api/groups/?page_size=100')
    const users = json.results.find(({ name }: { name: string }) => name === 'Users')
    const { status, json: problem } = await send('PATCH', `/api/groups/${users.id}/`, { enforced_2fa: true })
    assert.equal(status, 400)
    assert.equal(problem.errors[0].attr, 'enforced_2fa')
    assert.equal((await send('PATCH', `/api/groups/${users.id}/`, { enforced_2fa: false })).status, 200)
  })
})
