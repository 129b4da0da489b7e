// Weblate's rules for changing strings.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../../catalogue/testing.ts'
import { multipart, SITE, type TestApi, testApi } from '../testing.ts'

onEachEngine('rules about strings over REST', open => {
  let api: TestApi
  let boss: string
  let anna: string
  const get = async (path: string) => (await api.send('GET', path, { key: boss })).json
  const send = (method: string, path: string, body?: unknown, key = boss) => api.send(method, path, { key, body })
  const attr = async (answer: ReturnType<typeof send>) => {
    const { status, json } = await answer
    return [status, json.errors[0].attr]
  }

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    await testCatalogue(api.services)
    await send('PATCH', '/api/components/hello/main/', { manage_units: true })
  })

  test('rejects new strings approved by non-reviewers or with an invalid state', async () => {
    const units = '/api/translations/hello/main/cs/units/'
    const wish = { source: ['One'], target: ['Jedna'] }
    assert.deepEqual(await attr(send('POST', units, { ...wish, state: 30 })), [400, 'state'])
    await send('PATCH', '/api/projects/hello/', { translation_review: true })
    for (const name of ['Users']) {
      const team = (await get('/api/groups/')).results.find((each: { name: string }) => each.name === name)
      const role = await send('POST', '/api/roles/', { name: 'Adding', permissions: ['unit.add'] })
      assert.equal((await send('POST', `/api/groups/${team.id}/roles/`, { role_id: role.json.id })).status, 200)
    }
    assert.deepEqual(await attr(send('POST', units, { ...wish, state: 30 }, anna)), [400, 'state'])
    for (const state of [11, 100, 0])
      assert.deepEqual(await attr(send('POST', units, { ...wish, state })), [400, 'state'])
    assert.deepEqual(await attr(send('POST', units, { source: ['One'], state: 20 })), [400, 'state'])
    const made = await send('POST', units, { ...wish, state: 10 }, anna)
    assert.deepEqual([made.status, made.json.state], [200, 10])
    const approved = await send('POST', units, { source: ['Two'], target: ['Dvě'], state: 30 })
    assert.deepEqual([approved.status, approved.json.state], [200, 30])
  })

  test('a translation added with a source string applies to every language', async () => {
    const made = await send('POST', '/api/translations/hello/main/en/units/', { source: ['Three'], target: ['3'] })
    assert.equal(made.status, 200, made.text)
    const [unit] = (await get('/api/translations/hello/main/cs/units/?q=source:three')).results
    assert.deepEqual([unit.target, unit.state], [['3'], 20])
  })

  test('a hidden string is missing, whether the change is valid or not', async () => {
    const { units } = await testCatalogue(api.services, { slug: 'hidden', access: 100 })
    const path = `/api/units/${units[0]!.id}/`
    for (const change of [{ target: ['Text'], state: 20 }, { state: 'high' }])
      for (const method of ['PATCH', 'PUT']) {
        assert.equal((await send(method, path, change, anna)).status, 404, JSON.stringify(change))
        assert.equal((await send(method, path, { ...change, target: 5 })).status, 400)
      }
  })

  test('a change returns the string as a later request does, also if nothing changes', async () => {
    const { units } = await testCatalogue(api.services, { slug: 'labelled' })
    const unit = units[3]!
    const label = await send('POST', '/api/projects/labelled/labels/', { name: 'Short', color: 'green' })
    const source = { explanation: 'Shown last', extra_flags: 'priority:200', labels: [label.json.id] }
    const described = await send('PATCH', `/api/units/${unit.source_unit_id}/`, source)
    assert.equal(described.status, 200, described.text)
    for (const round of [1, 2]) {
      const changed = await send('PATCH', `/api/units/${unit.id}/`, { target: ['Díky.'], state: 20 })
      assert.equal(changed.status, 200, changed.text)
      const { version, ...object } = changed.json
      assert.deepEqual(object, await get(`/api/units/${unit.id}/`), `round ${round}`)
      assert.deepEqual([object.explanation, object.labels[0].name], ['Shown last', 'Short'])
      const again = { target: ['Díky.'], state: 20, version }
      assert.equal((await send('PATCH', `/api/units/${unit.id}/`, again)).status, 200)
    }
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('only source strings can be deleted', async () => {
    const [unit] = (await get('/api/translations/hello/main/cs/units/?q=source:three')).results
    assert.equal((await send('DELETE', `/api/units/${unit.id}/`)).status, 403)
    assert.equal((await get(`/api/units/${unit.id}/`)).id, unit.id)
    assert.equal((await send('DELETE', unit.source_unit.slice(SITE.length))).status, 204)
    assert.equal((await api.send('GET', `/api/units/${unit.id}/`, { key: boss })).status, 404)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('a file updates source strings only if uploaded to the source language', async () => {
    const content = Buffer.from('msgid ""\nmsgstr ""\n\nmsgid "Only"\nmsgstr ""\n')
    const upload = (language: string, method: string) =>
      api.send('POST', `/api/translations/hello/main/${language}/file/`, {
        key: boss,
        ...multipart({ method }, { name: 'file', filename: 'x.po', content }),
      })
    const total = (await get('/api/translations/hello/main/cs/')).total
    assert.deepEqual(await attr(upload('cs', 'source')), [400, 'method'])
    assert.deepEqual(await attr(upload('en', 'translate')), [400, 'method'])
    assert.equal((await get('/api/translations/hello/main/cs/')).total, total)
    await send('PATCH', '/api/projects/hello/', { translation_review: false })
    assert.deepEqual(await attr(upload('cs', 'approve')), [400, 'method'])
    assert.equal((await upload('en', 'source')).status, 200)
    assert.equal((await get('/api/translations/hello/main/cs/')).total, 1)
  })

  test('a team limited to a language has no permissions in others', async () => {
    const role = await send('POST', '/api/roles/', { name: 'News', permissions: ['announcement.add', 'vcs.commit'] })
    const team = (await send('POST', '/api/groups/', { name: 'Czechs', project_selection: 1, language_selection: 0 }))
      .json
    await send('POST', `/api/groups/${team.id}/roles/`, { role_id: role.json.id })
    await send('POST', `/api/groups/${team.id}/languages/`, { language_code: 'cs' })
    await send('POST', '/api/users/Anna/groups/', { group_id: team.id })
    await send('POST', '/api/components/hello/main/translations/', { language_code: 'de' })
    for (const [code, status] of [
      ['de', 403],
      ['cs', 201],
    ] as const)
      for (const path of [`projects/hello/languages/${code}`, `translations/hello/main/${code}`]) {
        const answer = await send('POST', `/api/${path}/announcements/`, { message: 'News' }, anna)
        assert.equal(answer.status, status, `${path}: ${answer.text}`)
      }
    const commit = (code: string) =>
      send('POST', `/api/translations/hello/main/${code}/repository/`, { operation: 'commit' }, anna)
    assert.equal((await commit('de')).status, 403)
    assert.equal((await commit('cs')).status, 200)
  })
})
