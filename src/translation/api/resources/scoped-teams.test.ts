// Teams of projects and of single components.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { type TestApi, testApi } from '../testing.ts'

onEachEngine('teams of a project or component over REST', open => {
  let api: TestApi
  const keys = new Map<string, string>()
  const send = (who: string, method: string, path: string, body?: unknown) =>
    api.send(method, path, { key: keys.get(who)!, body })
  const status = async (answer: ReturnType<typeof send>) => (await answer).status
  /** A new team of the site with permissions and one member. */
  const team = async (member: string, permissions: string[]): Promise<number> => {
    const name = permissions.join()
    const role = await send('Boss', 'POST', '/api/roles/', { name, permissions })
    const made = await send('Boss', 'POST', '/api/groups/', { name: `${member} ${name}` })
    await send('Boss', 'POST', `/api/groups/${made.json.id}/roles/`, { role_id: role.json.id })
    await send('Boss', 'POST', `/api/users/${member}/groups/`, { group_id: made.json.id })
    return made.json.id
  }
  const idOf = async (path: string): Promise<number> => {
    const { json } = await send('Boss', 'GET', path)
    assert.equal(typeof json.id, 'number', JSON.stringify(json))
    return json.id
  }

  before(async () => {
    api = await testApi(await open())
    for (const name of ['Boss', 'Anna', 'Petr', 'Eva'])
      keys.set(name, (await api.user(name, { superuser: name === 'Boss' })).key)
    await testCatalogue(api.services)
    await testCatalogue(api.services, { slug: 'second' })
  })

  test('a team has its permissions in the components it lists', async () => {
    const at = '/api/components/hello/main/'
    const id = await team('Anna', ['component.edit'])
    assert.equal(await status(send('Anna', 'PATCH', at, { check_flags: 'md-text' })), 403)
    await send('Boss', 'POST', `/api/groups/${id}/components/`, { component_id: await idOf(at) })
    assert.equal(await status(send('Anna', 'PATCH', at, { check_flags: 'md-text' })), 200)
    assert.equal(await status(send('Anna', 'PATCH', '/api/components/second/main/', { check_flags: '' })), 403)
    assert.equal(await status(send('Anna', 'PATCH', '/api/projects/hello/', { web: '' })), 403)
  })

  test('nobody restricts a component they would lose', async () => {
    const id = await team('Petr', ['component.edit', 'project.edit'])
    await send('Boss', 'POST', `/api/groups/${id}/projects/`, { project_id: await idOf('/api/projects/second/') })
    const at = '/api/components/second/main/'
    const refused = await send('Petr', 'PATCH', at, { restricted: true })
    assert.deepEqual([refused.status, refused.json.errors[0].attr], [400, 'restricted'])
    const wish = { name: 'Hidden', slug: 'hidden', file_format: 'po', filemask: '*.po', restricted: true }
    assert.equal(await status(send('Petr', 'POST', '/api/projects/second/components/', wish)), 400)
    await send('Boss', 'POST', `/api/groups/${id}/components/`, { component_id: await idOf(at) })
    assert.equal(await status(send('Petr', 'PATCH', at, { restricted: true })), 200)
    await send('Boss', 'PATCH', at, { restricted: false })
  })

  test('a component is shared once, by those who may edit both sides', async () => {
    const links = '/api/components/hello/main/links/'
    const refused = await send('Anna', 'POST', links, { project_slug: 'second' })
    assert.deepEqual([refused.status, refused.json.errors[0].attr], [400, 'project_slug'])
    assert.equal(await status(send('Boss', 'POST', links, { project_slug: 'second' })), 201)
    const again = await send('Boss', 'POST', links, { project_slug: 'second' })
    assert.deepEqual([again.status, again.json.errors[0].code], [400, 'unique'])
    await send('Boss', 'PATCH', '/api/projects/second/', { access_control: 100 })
    assert.equal(
      (await send('Anna', 'GET', links)).json.count,
      1,
      'users who can edit a component see where it is shared',
    )
    assert.equal((await send('Eva', 'GET', links)).json.count, 0)
    await send('Boss', 'PATCH', '/api/projects/second/', { access_control: 0 })
  })

  test('project managers see and change the teams of their project', async () => {
    const id = await team('Eva', ['project.permissions', 'unit.edit'])
    const project = await idOf('/api/projects/hello/')
    await send('Boss', 'POST', `/api/groups/${id}/projects/`, { project_id: project })
    const wish = { name: 'Reviewers of hello', defining_project: '/api/projects/hello/', project_selection: 1 }
    assert.equal(await status(send('Anna', 'POST', '/api/groups/', wish)), 403)
    const elsewhere = { ...wish, defining_project: '/api/projects/second/' }
    assert.equal(await status(send('Eva', 'POST', '/api/groups/', elsewhere)), 403)
    assert.equal(await status(send('Eva', 'POST', '/api/groups/', { name: 'Of the site' })), 403)
    const made = await send('Eva', 'POST', '/api/groups/', wish)
    assert.deepEqual([made.status, made.json.project_selection, made.json.projects.length], [201, 0, 1])
    const at = `/api/groups/${made.json.id}/`
    assert.equal(await status(send('Eva', 'GET', at)), 200)
    assert.equal(await status(send('Anna', 'GET', at)), 404)
    assert.equal(await status(send('Eva', 'PATCH', at, { language_selection: 0 })), 200)
    assert.equal(await status(send('Eva', 'PATCH', at, { project_selection: 1 })), 400)
    assert.equal(await status(send('Eva', 'POST', `${at}projects/`, { project_id: project })), 400)
    const own = await idOf('/api/components/hello/main/')
    const foreign = await idOf('/api/components/second/main/')
    assert.equal(await status(send('Eva', 'POST', `${at}components/`, { component_id: foreign })), 400)
    assert.equal(await status(send('Eva', 'POST', `${at}components/`, { component_id: own })), 200)
    assert.equal(await status(send('Eva', 'DELETE', `${at}components/${own}/`)), 204)
    const site = await send('Boss', 'POST', '/api/roles/', { name: 'Site', permissions: ['project.add'] })
    const more = await send('Boss', 'POST', '/api/roles/', { name: 'More', permissions: ['unit.delete'] })
    const same = await send('Boss', 'POST', '/api/roles/', { name: 'Same', permissions: ['unit.edit'] })
    for (const [role, expected] of [
      [site, 400],
      [more, 400],
      [same, 200],
    ] as const)
      assert.equal(await status(send('Eva', 'POST', `${at}roles/`, { role_id: role.json.id })), expected)
    await send('Boss', 'POST', `${at}roles/`, { role_id: more.json.id })
    assert.equal(await status(send('Eva', 'PATCH', at, { name: 'Mine' })), 403, 'the team can do more than Eva')
    await send('Boss', 'DELETE', `${at}roles/${more.json.id}/`)
    assert.equal(await status(send('Eva', 'DELETE', at)), 204)
  })

  test('a membership limited to a language has no permissions in whole components', async () => {
    const id = await team('Eva', ['component.edit', 'vcs.commit', 'unit.flag'])
    await send('Boss', 'POST', `/api/groups/${id}/projects/`, { project_id: await idOf('/api/projects/hello/') })
    const at = 'hello/main'
    const settings = () => status(send('Eva', 'PATCH', `/api/components/${at}/`, { check_flags: '' }))
    const commit = (path: string) => status(send('Eva', 'POST', `/api/${path}/repository/`, { operation: 'commit' }))
    const tries = async () => [
      await settings(),
      await commit(`components/${at}`),
      await commit(`translations/${at}/cs`),
    ]
    assert.deepEqual(await tries(), [200, 200, 200])
    const limited = { group_id: id, limit_language_codes: ['cs'] }
    assert.equal(await status(send('Boss', 'POST', '/api/users/Eva/groups/', limited)), 200)
    assert.deepEqual(await tries(), [403, 403, 403])
    assert.equal(await status(send('Eva', 'GET', `/api/translations/${at}/cs/repository/`)), 403)
    await send('Boss', 'DELETE', `/api/groups/${id}/`)
  })

  test('built-in teams keep their name and what they apply to', async () => {
    const { results } = (await send('Boss', 'GET', '/api/groups/?page_size=100')).json
    const { id, project_selection, language_selection } = results.find(
      (each: { name: string }) => each.name === 'Users',
    )
    const at = `/api/groups/${id}/`
    assert.equal(await status(send('Boss', 'PATCH', at, { project_selection, language_selection, name: 'Users' })), 200)
    for (const change of [{ project_selection: 0 }, { language_selection: 0 }, { name: 'Everyone' }]) {
      const { status, json } = await send('Boss', 'PATCH', at, change)
      assert.deepEqual([status, json.errors[0].attr], [400, Object.keys(change)[0]])
    }
    assert.deepEqual((await send('Boss', 'GET', at)).json.project_selection, project_selection)
  })

  test('inactive accounts and bots administer no team', async () => {
    const { id } = (await send('Boss', 'POST', '/api/groups/', { name: 'Closed' })).json
    for (const [name, flags] of [
      ['sleeper', { is_active: false }],
      ['robot', { is_bot: true }],
    ] as const) {
      const made = await send('Boss', 'POST', '/api/users/', {
        username: name,
        full_name: name,
        email: `${name}@example.org`,
      })
      await send('Boss', 'PATCH', `/api/users/${name}/`, flags)
      assert.equal(await status(send('Boss', 'POST', `/api/groups/${id}/admins/`, { user_id: made.json.id })), 400)
    }
  })

  test('visitors see the teams they are in', async () => {
    const seen = await api.send('GET', '/api/groups/')
    assert.deepEqual(
      seen.json.results.map((each: { name: string }) => each.name),
      ['Guests', 'Viewers'],
    )
  })

  test('visitors may download and suggest, by two roles', async () => {
    const { json } = await api.send('GET', '/api/roles/')
    assert.deepEqual(
      json.results.map((each: { name: string }) => each.name),
      ['Add suggestion', 'Access repository'],
    )
    assert.equal((await api.send('GET', '/api/translations/hello/main/cs/file/')).status, 200)
  })

  test('a rejected suggestion keeps the reason', async () => {
    const { units } = await testCatalogue(api.services, { slug: 'third' })
    const at = `/api/units/${units[0]!.id}/suggestions/`
    const made = await send('Anna', 'POST', at, { target: ['Nazdar'] })
    const path = `/api/suggestions/${made.json.id}/`
    assert.equal(await status(send('Boss', 'DELETE', path, { rejection_reason: 'x'.repeat(201) })), 400)
    assert.equal(await status(send('Boss', 'DELETE', path, { rejection_reason: 'Too informal' })), 204)
    const [change] = (await send('Boss', 'GET', '/api/projects/third/changes/')).json.results
    assert.deepEqual(change.details, { rejection_reason: 'Too informal' })
    assert.equal(await status(send('Anna', 'POST', at, { target: ['a'.repeat(20_000)] })), 400)
  })
})
