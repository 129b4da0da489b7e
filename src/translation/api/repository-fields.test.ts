// Addresses of repositories are shown only to callers with the permission "vcs.view".
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { Person } from '../manage/testing.ts'
import { po, RepositorySite, temporaryFolder, Upstream } from '../repositories/testing.ts'
import { type TestApi, testApi } from './testing.ts'

const HIDDEN = [
  ...['vcs', 'repo', 'git_export', 'branch', 'filemask', 'screenshot_filemask', 'push', 'push_branch', 'repoweb'],
  'linked_component',
]
/** Members that Weblate shows to everyone. */
const OPEN = ['template', 'new_base', 'file_format', 'merge_style', 'push_on_commit', 'auto_lock_error', 'license']
const CUSTOM = 200

onEachEngine('repository fields', open => {
  const data = temporaryFolder()
  const upstream = new Upstream(data)
  let api: TestApi
  let site: RepositorySite
  let ada: string
  let page: Person
  after(() => rmSync(data, { recursive: true, force: true }))

  /** Gives a user permissions in places. */
  const grant = async (
    name: string,
    user: string,
    permissions: string[],
    { projects = [], components = [] }: { projects?: string[]; components?: number[] },
  ) => {
    const role = await site.send('POST', '/api/roles/', { name, permissions })
    const team = await site.send('POST', '/api/groups/', { name, language_selection: 1 })
    await site.send('POST', `/api/groups/${team.id}/roles/`, { role_id: role.id })
    for (const slug of projects) {
      const { id } = await site.send('GET', `/api/projects/${slug}/`)
      await site.send('POST', `/api/groups/${team.id}/projects/`, { project_id: id })
    }
    for (const component_id of components)
      await site.send('POST', `/api/groups/${team.id}/components/`, { component_id })
    await site.send('POST', `/api/users/${user}/groups/`, { group_id: team.id })
  }

  before(async () => {
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko' }), 'web/cs.po': po('cs', { Web: '' }) })
    api = await testApi(await open(), {
      data: `${data}/${Math.random()}`,
      repositoryProtocols: ['file'],
      repositoryNetwork: 'any',
    })
    site = await RepositorySite.open(api)
    await site.component(upstream.url, {
      push_branch: 'translations',
      repoweb: 'https://secret.example.org/{{filename}}',
    })
    await site.send('POST', '/api/projects/', { name: 'Orchard', slug: 'orchard', web: 'https://example.org/' })
    const shared = { name: 'Shared', slug: 'shared', file_format: 'po', filemask: 'web/*.po', vcs: 'git' }
    const made = await site.send('POST', '/api/projects/orchard/components/', {
      ...shared,
      repo: 'weblate://garden/c1',
    })
    await site.task(made.task_url)
    for (const slug of ['garden', 'orchard'])
      await site.send('PATCH', `/api/projects/${slug}/`, { access_control: CUSTOM })
    page = await Person.named(api, 'Ada')
    ada = (await api.user('Ada_API')).key
    for (const user of ['Ada', 'Ada_API'])
      await grant(`Plain ${user}`, user, ['component.edit', 'vcs.update', 'unit.edit'], { projects: ['garden'] })
  })

  const get = (address: string, key: string) => site.send('GET', address, undefined, key)
  const everywhere = async (key: string, project: string, slug: string) => {
    const one = await get(`/api/components/${project}/${slug}/`, key)
    return [
      one,
      (await get('/api/components/', key)).results.find((each: { id: number }) => each.id === one.id),
      (await get(`/api/projects/${project}/components/`, key)).results[0],
      (await get(`/api/translations/${project}/${slug}/cs/`, key)).component,
      (await get(`/api/components/${project}/${slug}/translations/`, key)).results[0].component,
      (await get('/api/translations/', key)).results.find(
        (each: { component: { id: number } }) => each.component.id === one.id,
      ).component,
    ]
  }

  test('are null without the permission, wherever a component appears', async () => {
    for (const shown of await everywhere(site.boss, 'garden', 'c1'))
      assert.deepEqual([shown.repo, shown.branch, shown.filemask], [upstream.url, 'main', 'po/*.po'])
    for (const shown of await everywhere(ada, 'garden', 'c1')) {
      assert.deepEqual(
        HIDDEN.map(name => [name, shown[name]]),
        HIDDEN.map(name => [name, null]),
      )
      for (const name of OPEN) assert.notEqual(shown[name], null, name)
    }
    // What changes the component answers like what reads it.
    const changed = await site.send('PATCH', '/api/components/garden/c1/', { priority: 80 }, ada)
    assert.deepEqual([changed.priority, changed.repo], [80, null])
    assert.equal((await get('/api/components/garden/c1/', site.boss)).repo, upstream.url)
  })

  test('are not on pages, and a saved page leaves them as they are', async () => {
    const settings = await page.open('/manage/settings/garden/c1/')
    const repository = await page.open('/manage/repository/garden/c1/')
    assert.deepEqual([settings.status, repository.status], [200, 200])
    for (const { text } of [settings, repository])
      for (const secret of [upstream.url, 'po/*.po', 'secret.example.org']) assert.ok(!text.includes(secret), secret)
    const saved = await page.fill('/manage/settings/garden/c1/', 'vcs', {
      merge_style: 'merge',
      push_on_commit: 'true',
    })
    assert.equal(saved.status, 303, saved.text)
    const after = await get('/api/components/garden/c1/', site.boss)
    assert.deepEqual(
      [after.repo, after.push, after.push_branch, after.repoweb, after.merge_style],
      [upstream.url, upstream.url, 'translations', 'https://secret.example.org/{{filename}}', 'merge'],
    )
  })

  test('details of alerts about files are hidden, too', async () => {
    await site.send('PATCH', '/api/components/garden/c1/', { repo: `file://${data}/nowhere.git` })
    await api.send('POST', '/api/components/garden/c1/repository/', { key: site.boss, body: { operation: 'pull' } })
    const of = async (key: string) =>
      (await get('/api/components/garden/c1/alerts/', key)).results.find(
        (each: { name: string }) => each.name === 'UpdateFailure',
      )
    assert.match((await of(site.boss)).details.error, /repository/)
    assert.equal((await of(ada)).details, null)
    await site.send('PATCH', '/api/components/garden/c1/', { repo: upstream.url })
  })

  test('the owner of a shared repository is shown only to those who may view its repository', async () => {
    const view = ['vcs.view', 'component.edit', 'vcs.update']
    for (const user of ['Ada', 'Ada_API']) await grant(`Orchard ${user}`, user, view, { projects: ['orchard'] })
    for (const shown of await everywhere(ada, 'orchard', 'shared'))
      assert.deepEqual([shown.vcs, shown.filemask, shown.repo, shown.linked_component], ['git', 'web/*.po', null, null])
    const { status, text } = await page.open('/manage/repository/orchard/shared/')
    assert.equal(status, 200)
    assert.ok(!text.includes('weblate://'))
    const { id } = await get('/api/components/garden/c1/', site.boss)
    for (const user of ['Ada', 'Ada_API']) await grant(`Owner ${user}`, user, ['vcs.view'], { components: [id] })
    for (const shown of await everywhere(ada, 'orchard', 'shared')) {
      assert.equal(shown.repo, 'weblate://garden/c1')
      assert.match(shown.linked_component, /components\/garden\/c1\/$/)
    }
    assert.match((await page.open('/manage/repository/orchard/shared/')).text, /weblate:\/\/garden\/c1/)
  })

  test('teams for translators do not see the repository of a project with its own teams', async () => {
    const role = (await get('/api/roles/?page_size=100', site.boss)).results.find(
      (each: { name: string }) => each.name === 'Translate',
    )
    assert.ok(!role.permissions.includes('vcs.view'))
    const powerful = (await get('/api/roles/?page_size=100', site.boss)).results.find(
      (each: { name: string }) => each.name === 'Power user',
    )
    assert.ok(powerful.permissions.includes('vcs.view') && powerful.permissions.includes('vcs.access'))
  })
})
