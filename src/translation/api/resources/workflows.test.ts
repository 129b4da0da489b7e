import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { multipart, type TestApi, testApi } from '../testing.ts'

onEachEngine('workflow of a language', open => {
  let api: TestApi
  let boss: string
  let anna: string
  let units: { id: number }[]
  const HERE = '/api/projects/hello/languages/cs/workflow/'
  const send = (method: string, path: string, body?: unknown, key = boss) => api.send(method, path, { key, body })
  const get = async (path: string, key = boss) => (await api.send('GET', path, { key })).json
  const status = async (answer: ReturnType<typeof send>) => (await answer).status
  const unit = () => `/api/units/${units[0]!.id}/`
  const translate = (text: string, state = 20, key = anna) => send('PATCH', unit(), { target: [text], state }, key)

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    units = (await testCatalogue(api.services)).units
    await testCatalogue(api.services, { slug: 'other' })
  })

  test('starts from the settings of the project, and only managers change it', async () => {
    const initial = await get(HERE, anna)
    assert.deepEqual(initial, {
      translation_review: false,
      enable_suggestions: true,
      restrict_direct_editing: false,
      suggestion_voting: false,
      suggestion_autoaccept: 0,
      customized: false,
    })
    for (const path of [HERE, '/api/languages/cs/workflow/'])
      assert.equal(await status(send('PATCH', path, { enable_suggestions: false }, anna)), 403)
    assert.equal(await status(send('DELETE', HERE)), 404)
    assert.equal(await status(send('PATCH', HERE, { translation_review: true })), 400)
    assert.equal(await status(send('PATCH', HERE, { suggestion_autoaccept: 2 })), 400)
  })

  test('leaves translations to suggestions and to those who may override them', async () => {
    assert.equal(await status(send('PATCH', HERE, { restrict_direct_editing: true })), 200)
    assert.equal(await status(translate('Ahoj')), 403)
    assert.equal(await status(translate('Nazdar', 20, boss)), 200)
    const suggested = await send('POST', `${unit()}suggestions/`, { target: ['Ahoj'] }, anna)
    assert.equal(suggested.status, 201, suggested.text)
    const accept = `/api/suggestions/${suggested.json.id}/accept/`
    assert.equal(await status(send('POST', accept, {}, anna)), 403)
    const { may } = await get(`${unit()}everything/?parts=history`, anna)
    assert.deepEqual([may.translate, may.accept, may.suggest], [false, false, true])
    const file = { name: 'file', filename: 'cs.po', content: Buffer.from('msgid ""\nmsgstr "Language: cs\\n"\n') }
    const upload = (method: string) =>
      api.send('POST', '/api/translations/hello/main/cs/file/', { key: anna, ...multipart({ method }, file) })
    assert.equal((await upload('translate')).status, 403)
    assert.equal((await upload('suggest')).status, 200)
    assert.equal(await status(send('POST', accept, {}, boss)), 200)
  })

  test('a new translation is not filled by those who can only suggest', async () => {
    const permissions = ['translation.add', 'translation.auto', 'component.edit']
    const role = (await send('POST', '/api/roles/', { name: 'Copier', permissions })).json
    const team = (await send('POST', '/api/groups/', { name: 'Copiers', project_selection: 1, language_selection: 1 }))
      .json
    await send('POST', `/api/groups/${team.id}/roles/`, { role_id: role.id })
    const member = { group_id: team.id }
    await send('POST', '/api/users/Anna/groups/', member)
    const workflow = '/api/projects/other/languages/fr/workflow/'
    assert.equal(await status(send('PUT', workflow, { restrict_direct_editing: true })), 200)
    const add = () =>
      send(
        'POST',
        '/api/components/other/main/translations/',
        { language_code: 'fr', from_component: ['hello/main'] },
        anna,
      )
    const refused = await add()
    assert.equal(refused.status, 403, refused.text)
    assert.match(refused.json.detail, /only accepts suggestions/)
    assert.equal(await status(send('GET', '/api/translations/other/main/fr/')), 404)
    // A team that lists the component may override the workflow there.
    const override = (await send('POST', '/api/roles/', { name: 'Override', permissions: ['unit.override'] })).json
    const there = (await send('POST', '/api/groups/', { name: 'There', project_selection: 0, language_selection: 1 }))
      .json
    await send('POST', `/api/groups/${there.id}/roles/`, { role_id: override.id })
    const { id } = await get('/api/components/other/main/')
    await send('POST', `/api/groups/${there.id}/components/`, { component_id: id })
    await send('POST', '/api/users/Anna/groups/', { group_id: there.id })
    const added = await add()
    assert.equal(added.status, 201, added.text)
    for (const group_id of [there.id, team.id]) await send('DELETE', '/api/users/Anna/groups/', { group_id })
    await send('DELETE', workflow)
  })

  test('votes decide and suggestions are turned off where the language says so', async () => {
    await send('PUT', HERE, { suggestion_voting: true, suggestion_autoaccept: 1 })
    const voted = await send('POST', `${unit()}suggestions/`, { target: ['Zdar'] }, anna)
    assert.deepEqual([voted.status, voted.json.result], [200, 'accepted'], voted.text)
    assert.deepEqual((await get(unit())).target, ['Zdar\n'])
    await send('PATCH', HERE, { enable_suggestions: false })
    assert.equal(await status(send('POST', `${unit()}suggestions/`, { target: ['Hej'] }, anna)), 403)
  })

  test('turns reviews of the project off, also in its numbers', async () => {
    await send('PATCH', '/api/projects/hello/', { translation_review: true })
    await send('PUT', HERE, { translation_review: true })
    assert.equal(await status(translate('Ahoj', 30, boss)), 200)
    assert.equal((await get('/api/translations/hello/main/cs/statistics/')).approved, 1)
    await send('PATCH', HERE, { translation_review: false })
    assert.equal(await status(translate('Ahoj!', 30, boss)), 400)
    await send('PATCH', '/api/projects/hello/', { translation_review: false })
  })

  test('settings of the site apply where a project has none', async () => {
    const SITE_WIDE = '/api/languages/cs/workflow/'
    assert.equal(await status(send('DELETE', HERE)), 204)
    await send('PATCH', SITE_WIDE, { enable_suggestions: false })
    let suggested = 0
    const suggest = async () => status(send('POST', `${unit()}suggestions/`, { target: [`Ahoj ${++suggested}`] }, anna))
    assert.equal(await suggest(), 403)
    await send('PUT', HERE, { enable_suggestions: true })
    assert.equal(await suggest(), 201)
    await send('DELETE', HERE)
    assert.equal(await suggest(), 403)
    await send('POST', '/api/components/other/main/translations/', { language_code: 'de' })
    await send('PATCH', '/api/languages/sk/workflow/', { enable_suggestions: false })
    assert.equal(await status(send('POST', '/api/components/other/main/translations/', { language_code: 'sk' })), 201)
    const [fresh] = (await get('/api/translations/other/main/sk/units/')).results
    assert.equal(await status(send('POST', `/api/units/${fresh.id}/suggestions/`, { target: ['x'] }, anna)), 403)
    await send('DELETE', SITE_WIDE)
    assert.equal(await suggest(), 201)
  })
})
