import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../../catalogue/testing.ts'
import { SITE, type TestApi, testApi } from '../testing.ts'

onEachEngine('what belongs to a project or a user', open => {
  let api: TestApi
  let boss: string
  let anna: string
  const get = (path: string, key = boss) => api.send('GET', path, { key })
  const send = (method: string, path: string, body: unknown, key = boss) => api.send(method, path, { key, body })

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    await testCatalogue(api.services)
    await testCatalogue(api.services, { slug: 'second' })
  })

  test('users with permission can hide and show a project', async () => {
    const path = '/api/projects/second/'
    assert.equal((await send('PATCH', path, { access_control: 5 })).json.errors[0].code, 'invalid_choice')
    assert.equal((await send('PATCH', path, { access_control: 100 }, anna)).status, 403)
    assert.equal((await send('PATCH', path, { access_control: 100 })).json.access_control, 100)
    assert.equal((await get(path, anna)).status, 404)
    const changes = (await get('/api/projects/second/changes/')).json.results
    assert.equal(changes.find((each: { action: number }) => each.action === 33).target, '100')
    assert.equal((await send('PATCH', path, { access_control: 0 })).status, 200)
    assert.equal((await get(path, anna)).status, 200)
    const own = { name: 'Own', slug: 'own', access_control: 100 }
    const creators = (await get('/api/groups/')).json.results.find(
      (each: { name: string }) => each.name === 'Project creators',
    )
    assert.equal((await send('POST', '/api/users/Anna/groups/', { group_id: creators.id })).status, 200)
    assert.equal((await send('POST', '/api/projects/', own, anna)).json.access_control, 100)
    assert.equal((await get('/api/projects/own/', anna)).status, 200, 'who makes it runs it')
    const visitor = (await api.user('Visitor')).key
    assert.equal((await get('/api/projects/own/', visitor)).status, 404)
  })

  test('machine translation services can be set up and turned off', async () => {
    const path = '/api/projects/hello/machinery_settings/'
    const memory = 'weblate-translation-memory'
    assert.equal((await get(path, anna)).status, 403)
    assert.deepEqual((await get(path)).json, {})
    assert.equal((await send('POST', path, { service: 'babelfish' })).json.errors[0].code, 'invalid_choice')
    assert.equal(
      (await send('POST', path, { service: memory, configuration: { key: 'x' } })).json.errors[0].attr,
      'configuration.key',
    )
    assert.equal((await send('POST', path, { service: memory, configuration: '{}' })).status, 201)
    assert.deepEqual((await get(path)).json, { [memory]: {} })
    assert.equal((await send('POST', path, { service: memory })).status, 400)
    const auto = '/api/translations/hello/main/cs/autotranslate/'
    const wish = { mode: 'translate', auto_source: 'mt', engines: [memory] }
    assert.equal((await send('POST', auto, wish)).status, 200)
    assert.equal((await send('PATCH', path, { service: memory, configuration: null })).status, 200)
    const refused = await send('POST', auto, wish)
    assert.equal(refused.status, 400)
    assert.equal(refused.json.errors[0].attr, 'engines')
    const unknown = await send('PUT', path, { babelfish: {}, [memory]: {} })
    assert.deepEqual([unknown.json.errors[0].code, unknown.json.errors[0].attr], ['invalid_choice', 'babelfish'])
    assert.match(unknown.json.errors[0].detail, new RegExp(`Valid services: ${memory}, .*deepl`))
    assert.deepEqual((await get(path)).json, { [memory]: null })
    assert.equal((await send('PUT', path, {})).status, 200)
    assert.deepEqual((await get(path)).json, {})
    assert.equal((await send('POST', auto, wish)).status, 200)
  })

  test('returns metrics of every translation', async () => {
    const { json } = await get('/api/projects/hello/metrics/')
    assert.deepEqual(Object.keys(json), ['main'])
    assert.deepEqual(Object.keys(json.main), ['cs', 'en'])
    assert.equal(json.main.cs.total, 4)
  })

  test('announcements apply only to the language or category they were posted to', async () => {
    const category = (
      await send('POST', '/api/categories/', { name: 'Docs', slug: 'docs', project: `${SITE}/api/projects/hello/` })
    ).json
    const places = [
      '/api/projects/hello/',
      '/api/projects/hello/languages/cs/',
      `/api/categories/${category.id}/`,
      '/api/components/hello/main/',
      '/api/translations/hello/main/cs/',
    ]
    for (const place of places) {
      const path = `${place}announcements/`
      assert.equal((await send('POST', path, { message: place }, anna)).status, 403, path)
      assert.equal((await send('POST', path, { message: place })).status, 201, path)
    }
    for (const place of places) {
      const { results } = (await get(`${place}announcements/`, anna)).json
      assert.deepEqual(
        results.map((each: { message: string }) => each.message),
        [place],
      )
      assert.equal((await send('DELETE', `${place}announcements/${results[0].id}/`, {})).status, 204)
    }
    assert.equal((await get('/api/projects/hello/languages/de/announcements/')).status, 404)
  })

  test('users set their languages and watched projects; membership can be limited to languages', async () => {
    const path = '/api/users/Anna/'
    const profile = { languages: ['cs', 'de'], secondary_languages: ['sk'], watched: ['hello'] }
    const shown = ({ languages, secondary_languages, watched }: Record<string, string[]>) =>
      [languages, secondary_languages, watched].map(list => list!.map(url => url.split('/').at(-2)))
    const saved = (await send('PATCH', path, { profile }, anna)).json.profile
    assert.deepEqual(shown(saved), [['cs', 'de'], ['sk'], ['hello']])
    const { languages, watched } = saved
    const same = await send('PATCH', path, { profile: { languages, watched } }, anna)
    assert.deepEqual(same.json.profile, saved, 'addresses from a response are accepted')
    const less = await send('PATCH', path, { profile: { languages: ['de'] } }, anna)
    assert.deepEqual(shown(less.json.profile), [['de'], ['sk'], ['hello']])
    const unknown = await send('PATCH', path, { full_name: 'A', profile: { watched: ['nothing'] } }, anna)
    assert.deepEqual(unknown.json.errors, [
      { code: 'does_not_exist', detail: 'There is no project "nothing".', attr: 'profile.watched' },
    ])
    assert.notEqual((await get(path, anna)).json.full_name, 'A')
    const other = (await api.user('Nosy')).key
    assert.equal((await send('PATCH', path, { profile }, other)).status, 403)

    const reviewers = (await get('/api/groups/')).json.results.find(
      (each: { name: string }) => each.name === 'Reviewers',
    )
    const group = { group_id: reviewers.id, limit_language_codes: ['de'] }
    assert.equal(
      (await send('POST', '/api/users/Anna/groups/', { ...group, limit_language_codes: ['xx'] })).status,
      400,
    )
    assert.equal((await send('POST', '/api/users/Anna/groups/', group)).status, 200)
    await send('PATCH', '/api/projects/hello/', { translation_review: true })
    const unit = (await get('/api/translations/hello/main/cs/units/')).json.results[3]
    const approve = () => send('PATCH', `/api/units/${unit.id}/`, { target: ['Díky.'], state: 30 }, anna)
    assert.equal((await approve()).status, 400)
    const unlimited = { group_id: reviewers.id, limit_language_codes: [] }
    assert.equal((await send('POST', '/api/users/Anna/groups/', unlimited)).status, 200)
    assert.equal((await approve()).status, 200)
  })

  test('the counters are still correct', async () => assert.deepEqual(await faults(api.services.store), []))
})
