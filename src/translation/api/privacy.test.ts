// Hidden projects and restricted components never leak to users without access: every readable URL of the API is
// requested with the IDs and names of hidden objects, and no response may contain their texts.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../catalogue/testing.ts'
import { rest } from './resources/index.ts'
import { multipart, SITE, type TestApi, testApi } from './testing.ts'

const MARK = /qqhidden/i
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

onEachEngine('what is hidden', (open, engine) => {
  let api: TestApi
  let boss: string
  let anna: string
  /** Values for each path parameter. */
  const names: Record<string, (string | number)[]> = {
    username: ['Boss', 'Anna'],
    language: ['cs'],
    code: ['cs'],
    list: ['core'],
    other: ['qqhidden', 'open'],
    slug: ['main'],
    part: ['1'],
  }

  const ok = async (method: string, path: string, body: unknown, key = boss) => {
    const answer = await api.send(method, path, { key, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.json
  }

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    const { account, key } = await api.user('Anna')
    anna = key
    const strings = [{ source: ['Qqhidden source'], note: 'qqhidden note' }, { source: ['Other qqhidden'] }]
    const hidden = await testCatalogue(api.services, { slug: 'qqhidden', access: 100, strings })
    await testCatalogue(api.services, { slug: 'open' })
    names.project = ['qqhidden', 'open']
    names.component = ['main', 'secret', 'cat%252Finner']
    // A restricted component of a public project.
    const part = { file_format: 'po', filemask: 'x/*.po', source_language: { code: 'en' }, manage_units: true }
    await ok('POST', '/api/projects/open/components/', { ...part, name: 'Qqhidden', slug: 'secret', restricted: true })
    await ok('POST', '/api/components/open/secret/translations/', { language_code: 'cs' })
    await ok('POST', '/api/translations/open/secret/cs/units/', { source: ['Qqhidden part'], target: ['Qqhidden díl'] })
    const project = `${SITE}/api/projects/qqhidden/`
    const category = await ok('POST', '/api/categories/', { name: 'Qqhidden', slug: 'cat', project })
    await ok('POST', '/api/projects/qqhidden/components/', {
      ...part,
      name: 'Qqhidden inner',
      slug: 'inner',
      category: category.url,
    })
    const unit = hidden.units[0]!
    await ok('PATCH', `/api/units/${unit.id}/`, { target: ['Qqhidden cíl'], state: 20 })
    await ok('POST', `/api/units/${unit.id}/comments/`, { scope: 'translation', comment: 'Qqhidden remark' })
    await ok('POST', `/api/units/${unit.id}/suggestions/`, { target: ['Qqhidden proposal'] })
    await ok('POST', '/api/projects/qqhidden/labels/', { name: 'Qqhidden', color: 'red' })
    for (const place of ['projects/qqhidden', 'components/qqhidden/main', 'components/open/secret'])
      await ok('POST', `/api/${place}/announcements/`, { message: 'Qqhidden news' })
    await ok('POST', `/api/projects/qqhidden/addons/`, { name: 'weblate.flags.bulk', configuration: { q: 'qqhidden' } })
    await ok('POST', `/api/components/open/secret/addons/`, {
      name: 'weblate.flags.bulk',
      configuration: { q: 'qqhidden' },
    })
    await ok('POST', '/api/component-lists/', { name: 'Core', slug: 'core' })
    const ids = (await api.services.store.read.selectFrom('component').select('id').execute()).map(each => each.id)
    for (const component_id of ids) await ok('POST', '/api/component-lists/core/components/', { component_id })
    await ok('POST', '/api/groups/', {
      name: 'Qqhidden',
      project_selection: 0,
      language_selection: 1,
      defining_project: project,
    })
    const fields = { name: 'Qqhidden', project_slug: 'qqhidden', component_slug: 'main', language_code: 'en' }
    const picture = multipart(fields, { name: 'image', filename: 'qqhidden.png', content: PNG })
    assert.equal((await api.send('POST', '/api/screenshots/', { key: boss, ...picture })).status, 201)
    await ok('POST', '/api/projects/qqhidden/reports/', { kind: 'credits', start: '2020-01-01' })
    const begun = await ok('POST', '/api/projects/qqhidden/backups/', {})
    names.task = [begun.task_url.split('/').at(-2)]
    const { store, jobs, log } = api.services
    await new JobRunner({ store, jobs, log, leaseClock: api.clock }).drain()
    const [backup] = await ok('GET', '/api/projects/qqhidden/backups/', undefined)
    names.backup = [backup.name]
    // Anna subscribed while she still had access.
    await store.transaction(async tx => {
      await tx.insertInto('project_watch').values({ account_id: account.id, project_id: hidden.project.id }).execute()
      await tx
        .insertInto('subscription')
        .values({
          account_id: account.id,
          notification: 'LockNotification',
          scope: 30,
          frequency: 1,
          project_id: hidden.project.id,
          component_id: hidden.component.id,
        })
        .execute()
    })
    // A hidden project that has been deleted.
    await testCatalogue(api.services, { slug: 'qqhidden-gone', access: 100 })
    await ok('DELETE', '/api/projects/qqhidden-gone/', {})
  })

  /** Every URL that a resource's path can produce here. */
  async function* addresses(): AsyncGenerator<string> {
    for (const { path, operations } of rest) {
      if (operations.GET === undefined) continue
      let paths = ['']
      for (const segment of path.slice(1, -1).split('/')) {
        const name = /^:(\w+)/.exec(segment)?.[1]
        const values = name === undefined ? [segment] : (names[name] ?? Array.from({ length: 8 }, (_, i) => i + 1))
        paths = paths.flatMap(start => values.map(value => `${start}/${value}`))
      }
      for (const each of paths) yield `/api${each === '/' ? '' : each}/`
    }
  }

  const QUERIES = ['search/?q=qqhidden', 'units/?q=qqhidden', 'memory/?source=qqhidden', 'changes/?user=Boss']

  // The rules are the same code on both engines, so the second one is not tested in full.
  const isFirst = engine === 'sqlite'

  const marks = async () => {
    let found = 0
    for await (const path of addresses()) if (MARK.test((await api.send('GET', path, { key: boss })).text)) found++
    assert.ok(found > 60, `${found} answers`)
    for (const query of QUERIES) assert.match((await api.send('GET', `/api/${query}`, { key: boss })).text, MARK, query)
  }
  if (isFirst) test('the test data contains the marks', marks)

  for (const who of isFirst ? ['nobody', 'somebody else'] : ['somebody else'])
    test(`is not shown to ${who}`, async () => {
      const key = who === 'nobody' ? '' : anna
      const leaks: string[] = []
      const look = async (path: string) => {
        const answer = await api.send('GET', path, { key })
        assert.ok(answer.status < 500, `${path}: ${answer.text}`)
        if (MARK.test(answer.text) || MARK.test(JSON.stringify(answer.headers)))
          leaks.push(`${path} ${answer.text.slice(0, 300)}`)
      }
      for await (const path of addresses()) await look(path)
      for (const query of QUERIES) await look(`/api/${query.replace('qqhidden', 'qqh')}`)
      for (const path of ['/projects/', '/projects/open/', '/projects/-/', '/languages/cs/']) await look(path)
      for (const path of ['/projects/qqhidden/', '/projects/qqhidden/main/cs/', '/projects/open/secret/'])
        assert.equal((await api.send('GET', path, { key })).status, 404, path)
      assert.deepEqual(leaks, [])
    })

  test('is not revealed by lookups or automatic translation', async () => {
    const address = '/api/memory/lookup/?source_language=en&target_language=cs'
    const answer = await api.send('POST', address, { key: anna, body: { strings: ['Qqhidden source'] } })
    assert.equal(answer.status, 200, answer.text)
    assert.doesNotMatch(JSON.stringify(answer.json?.[0]?.match ?? null), MARK)
    await ok('PATCH', '/api/components/open/main/', { manage_units: true })
    for (const source of ['Qqhidden source', 'Qqhidden part'])
      await ok('POST', '/api/translations/open/main/cs/units/', { source: [source] })
    const managers = (await ok('GET', '/api/groups/', undefined)).results
    const role = (await ok('GET', '/api/roles/', undefined)).results.find(
      (each: { name: string }) => each.name === 'Administration',
    )
    assert.ok(managers.length > 0 && role)
    const team = await ok('POST', '/api/groups/', { name: 'Openers', project_selection: 0, language_selection: 1 })
    await ok('POST', `/api/groups/${team.id}/roles/`, { role_id: role.id })
    const { id } = await ok('GET', '/api/projects/open/', undefined)
    await ok('POST', `/api/groups/${team.id}/projects/`, { project_id: id })
    await ok('POST', '/api/users/Anna/groups/', { group_id: team.id })
    for (const auto_source of ['others', 'mt'])
      await ok('POST', '/api/translations/open/main/cs/autotranslate/', { mode: 'translate', auto_source }, anna)
    const units = (await ok('GET', '/api/translations/open/main/cs/units/?q=source:Qqhidden', undefined, anna)).results
    assert.deepEqual(
      units.map((each: { target: string[] }) => each.target),
      [[''], ['']],
    )
  })

  test('still counts in the statistics of the language', async () => {
    for (const who of [{}, { key: boss }])
      assert.equal((await api.send('GET', '/api/languages/cs/statistics/', who)).json.total, 2 + 4 + 1 + 2)
    assert.deepEqual(await faults(api.services.store), [])
  })
})
