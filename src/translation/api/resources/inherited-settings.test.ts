import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { SITE, type TestApi, testApi } from '../testing.ts'

onEachEngine('settings that are inherited, and those of people', open => {
  let api: TestApi
  let key: string
  const send = (method: string, path: string, body?: unknown, by = key) => api.send(method, path, { key: by, body })
  const get = async (path: string) => (await send('GET', path)).json

  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
  })

  test('a component takes settings from its category and project until it sets its own', async () => {
    const outer = (await send('POST', '/api/categories/', { name: 'Outer', slug: 'outer', project: 'hello' })).json
    assert.equal(outer.inherit_license, true)
    const body = { name: 'New', slug: 'new', file_format: 'po', filemask: 'new/*.po', category: outer.url }
    const made = (await send('POST', '/api/projects/hello/components/', body)).json
    assert.deepEqual([made.license, made.inherit_license, made.effective_license], ['', true, ''])
    const at = '/api/components/hello/outer%252Fnew/'
    const project = await send('PATCH', '/api/projects/hello/', {
      license: 'MIT',
      add_message: 'Add {{ language_name }}',
    })
    assert.deepEqual([project.status, project.json.effective_license], [200, 'MIT'])
    const inherited = await get(at)
    assert.deepEqual([inherited.license, inherited.effective_license], ['', 'MIT'])
    assert.equal(inherited.effective_add_message, 'Add {{ language_name }}')
    assert.match(inherited.effective_commit_message, /component_name/)
    await send('PATCH', outer.url.slice(SITE.length), { license: 'CC0-1.0' })
    assert.equal((await get(at)).effective_license, 'CC0-1.0')
    const own = (await send('PATCH', at, { license: 'GPL-3.0-or-later' })).json
    assert.deepEqual([own.inherit_license, own.effective_license], [false, 'GPL-3.0-or-later'])
    await send('PATCH', '/api/projects/hello/', { license: 'Apache-2.0' })
    assert.equal((await get(at)).effective_license, 'GPL-3.0-or-later')
    await send('PATCH', at, { inherit_license: true })
    assert.equal((await get(at)).effective_license, 'CC0-1.0')
    // Outside of the category, the project applies.
    await send('PATCH', at, { category: null })
    assert.equal((await get('/api/components/hello/new/')).effective_license, 'Apache-2.0')
    // Components from before do not inherit unless asked to.
    assert.equal((await get('/api/components/hello/main/')).effective_license, '')
    assert.equal((await send('PATCH', '/api/projects/hello/', { commit_message: '{% x %}' })).status, 400)
  })

  test('an inherited setting decides whether languages can be added, and how their files are named', async () => {
    const ina = (await api.user('Ina')).key
    const role = (await send('POST', '/api/roles/', { name: 'Adding', permissions: ['translation.add'] })).json
    const team = (await send('POST', '/api/groups/', { name: 'Adding', project_selection: 1, language_selection: 1 }))
      .json
    await send('POST', `/api/groups/${team.id}/roles/`, { role_id: role.id })
    await send('POST', '/api/users/Ina/groups/', { group_id: team.id })
    const add = (language_code: string, by = ina) =>
      send('POST', '/api/components/hello/main/translations/', { language_code }, by)
    await send('PATCH', '/api/projects/hello/', { new_lang: 'none', language_code_style: 'bcp' })
    await send('PATCH', '/api/components/hello/main/', { inherit_new_lang: true, inherit_language_code_style: true })
    assert.equal((await add('pt_BR')).status, 403)
    assert.equal((await add('fr', key)).status, 201, 'managers add languages in any case')
    await send('PATCH', '/api/projects/hello/', { new_lang: 'add' })
    const added = await add('pt_BR')
    assert.equal(added.status, 201, added.text)
    assert.equal(added.json.data.language_code, 'pt-BR')
    await send('DELETE', `/api/groups/${team.id}/`)
    await send('DELETE', `/api/roles/${role.id}/`)
  })

  test('a profile keeps its fields, and only own addresses', async () => {
    const anna = (await api.user('Anna')).key
    const patch = (profile: object) => send('PATCH', '/api/users/Anna/', { profile }, anna)
    const changed = await patch({
      theme: 'dark',
      language: 'de',
      website: 'https://example.org/',
      company: 'Tea House',
      commit_name: 2,
      hide_completed: true,
      languages: ['cs'],
    })
    assert.equal(changed.status, 200, changed.text)
    const { profile } = changed.json
    assert.deepEqual(
      [profile.theme, profile.language, profile.website, profile.company, profile.commit_name, profile.hide_completed],
      ['dark', 'de', 'https://example.org/', 'Tea House', 2, true],
    )
    assert.deepEqual([profile.languages, profile.translated], [[`${SITE}/api/languages/cs/`], 0])
    for (const wrong of [
      { public_email: 'other@example.org' },
      { commit_email: 'other@example.org' },
      { language: 'nonsense' },
      { theme: 'pink' },
      { website: 'javascript:alert(1)' },
      { editor_link: 'javascript:{{filename}}' },
    ]) {
      const refused = await patch(wrong)
      assert.deepEqual([refused.status, refused.json.errors[0].attr], [400, `profile.${Object.keys(wrong)[0]}`])
    }
    assert.deepEqual((await patch({ languages: null })).json.profile.languages, [])
  })

  test('a first contribution makes people watch the project, unless they turned it off', async () => {
    const { units } = await testCatalogue(api.services, { slug: 'watched' })
    const [unit] = (await get('/api/translations/watched/main/cs/units/?q=source:thank')).results
    assert.ok(units.length > 0)
    for (const [name, auto_watch] of [
      ['Eva', true],
      ['Jan', false],
    ] as const) {
      const by = (await api.user(name)).key
      await send('PATCH', `/api/users/${name}/`, { profile: { auto_watch } }, by)
      const edit = await send('PATCH', `/api/units/${unit.id}/`, { target: [`Od ${name}.`], state: 20 }, by)
      assert.equal(edit.status, 200, edit.text)
      const { profile } = (await send('GET', `/api/users/${name}/`, undefined, by)).json
      assert.deepEqual([profile.watched.length, profile.translated], [auto_watch ? 1 : 0, 1])
    }
  })

  test('the anonymous user can be seen but not changed', async () => {
    const at = '/api/users/anonymous/'
    assert.equal((await api.send('GET', at)).status, 404)
    const seen = await get(at)
    assert.deepEqual([seen.username, seen.is_active], ['anonymous', false])
    for (const [method, path, body] of [
      ['PATCH', at, { full_name: 'Other' }],
      ['PUT', at, { full_name: 'Other', username: 'anonymous', email: 'a@example.org' }],
      ['DELETE', at],
      ['POST', `${at}groups/`, { group_id: 1 }],
      ['POST', `${at}notifications/`, { notification: 'LockNotification', scope: 0, frequency: 1 }],
    ] as const)
      assert.equal((await send(method, path, body)).status, 403, `${method} ${path}`)
    assert.equal((await get(`${at}statistics/`)).translated, 0)
  })

  test('a site has the roles of Weblate', async () => {
    const { results } = await get('/api/roles/')
    const permissions = new Map<string, string[]>(
      results.map((each: { name: string; permissions: string[] }) => [each.name, each.permissions]),
    )
    assert.deepEqual(permissions.get('Bulk editing'), ['unit.bulk_edit'])
    assert.deepEqual(permissions.get('Manage translation memory'), ['memory.delete', 'memory.edit'])
    assert.ok(permissions.get('Translation coordinator')!.includes('announcement.add'))
    assert.equal(permissions.size, 16)
  })
})
