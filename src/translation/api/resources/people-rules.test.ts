// Weblate's rules for searching users, for teams, and for what only some people see.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { multipart, type TestApi, testApi } from '../testing.ts'

onEachEngine('rules about people over REST', open => {
  let api: TestApi
  let boss: string
  let anna: string
  const send = (method: string, path: string, body?: unknown, key = boss) => api.send(method, path, { key, body })
  const get = async (path: string, key = boss) => (await send('GET', path, undefined, key)).json
  const problem = async (answer: ReturnType<typeof send>) => {
    const { status, json } = await answer
    return [status, json.errors[0].attr, json.errors[0].code]
  }

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('anna')).key
    await testCatalogue(api.services)
  })

  test('short searches for users find nobody, and addresses are no filter for everyone', async () => {
    const names = async (query: string, key: string) =>
      (await get(`/api/users/?${query}`, key)).results.map((each: { username: string }) => each.username)
    assert.deepEqual(await names('', anna), ['anna'])
    for (const username of ['', 'a']) assert.deepEqual(await names(`username=${username}`, anna), [], username)
    assert.deepEqual(await names('username=anonymous&email=someone@example.org', anna), ['anonymous'])
    assert.deepEqual(await names('username=anonymous&email=someone@example.org', boss), [])
  })

  test('an account without an email address has null', async () => {
    assert.equal((await get('/api/users/anna/')).email, null)
    const body = { username: 'anna', full_name: 'Anna', email: null }
    const kept = await send('PUT', '/api/users/anna/', body, anna)
    assert.deepEqual([kept.status, kept.json.email], [200, null])
  })

  test('teams take active accounts, keep limits that are not sent, and are never all taken from a bot', async () => {
    const team = (await send('POST', '/api/groups/', { name: 'Team', project_selection: 0, language_selection: 0 }))
      .json
    const groups = (name: string) => `/api/users/${name}/groups/`
    await send('POST', '/api/users/', { username: 'Idle', full_name: 'x', email: 'i@example.org', is_active: false })
    assert.deepEqual(await problem(send('POST', groups('Idle'), { group_id: team.id })), [400, 'group_id', 'invalid'])
    await send('POST', '/api/users/', { username: 'Robot', full_name: 'x', email: 'r@example.org', is_bot: true })
    await send('POST', groups('Robot'), { group_id: team.id, limit_language_codes: ['cs'] })
    await send('POST', groups('Robot'), { group_id: team.id })
    const limits = async () => {
      const query = api.services.store.read.selectFrom('team_member').select('limit_languages')
      return (await query.where('team_id', '=', team.id).executeTakeFirstOrThrow()).limit_languages
    }
    assert.equal(await limits(), 'cs')
    await send('POST', groups('Robot'), { group_id: team.id, limit_language_codes: [] })
    assert.equal(await limits(), '')
    assert.deepEqual(await problem(send('DELETE', groups('Robot'), { group_id: team.id })), [
      400,
      'group_id',
      'invalid',
    ])
    assert.deepEqual((await get('/api/users/Robot/')).groups, [team.url])
  })

  test('only people who can work on the repository see its status', async () => {
    for (const path of ['projects/hello', 'components/hello/main', 'translations/hello/main/cs']) {
      const at = `/api/${path}/repository/`
      assert.equal((await send('GET', at, undefined, anna)).status, 403, path)
      const { merge_failure, needs_push } = await get(at)
      assert.deepEqual([merge_failure, needs_push], [null, false], path)
    }
  })

  test('the file of the source language is the template of a monolingual component', async () => {
    const content = Buffer.from('<html><body><p>Dobrý den</p></body></html>')
    const form = multipart(
      { name: 'Manual', slug: 'manual', file_format: 'html', source_language: 'cs' },
      { name: 'docfile', filename: 'cs.html', content },
    )
    const made = await api.send('POST', '/api/projects/hello/components/', { key: boss, ...form })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual([made.json.filemask, made.json.template], ['manual/*.html', 'manual/cs.html'])
    assert.equal((await get('/api/translations/hello/manual/cs/units/')).count, 1)
    const program = multipart(
      { name: 'Program', slug: 'program', file_format: 'html' },
      { name: 'docfile', filename: 'x.exe', content },
    )
    const rejected = api.send('POST', '/api/projects/hello/components/', { key: boss, ...program })
    assert.deepEqual(await problem(rejected), [400, 'docfile', 'invalid'])
  })

  test('the source language is a code or an object with one', async () => {
    const create = (slug: string, source_language: unknown) =>
      send('POST', '/api/projects/hello/components/', { name: slug, slug, file_format: 'po', source_language })
    for (const [slug, sent] of Object.entries({ one: 'cs', two: { code: 'cs' } }))
      assert.equal((await create(slug, sent)).json.source_language.code, 'cs', slug)
    assert.deepEqual(await problem(create('four', { code: 'xx-none' })), [400, 'source_language.code', 'invalid'])
    for (const wrong of ['xx-none', '{"code": "cs"}'])
      assert.deepEqual(await problem(create('four', wrong)), [400, 'source_language', 'does_not_exist'])
  })

  test('a new image of a screenshot needs the name of an image', async () => {
    const image = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const file = (filename: string) => ({ name: 'image', filename, content: image })
    const fields = { name: 'Shot', project_slug: 'hello', component_slug: 'main', language_code: 'en' }
    const made = await api.send('POST', '/api/screenshots/', { key: boss, ...multipart(fields, file('a.png')) })
    const at = `/api/screenshots/${made.json.id}/file/`
    const replaced = await api.send('POST', at, { key: boss, ...multipart({}, file('b.PNG')) })
    assert.deepEqual([replaced.status, replaced.json.result], [200, true])
    const page = api.send('POST', at, { key: boss, ...multipart({}, file('b.html')) })
    assert.deepEqual(await problem(page), [400, 'image', 'invalid_extension'])
  })

  test('add-ons name the settings that they need, and can ask for confirmation', async () => {
    const addons = '/api/components/hello/main/addons/'
    const missing = await send('POST', addons, { name: 'weblate.git.squash' })
    assert.deepEqual([missing.status, missing.json.errors[0].attr], [400, 'configuration'])
    assert.match(missing.json.errors[0].detail, /squash/)
    const languages = (confirm: boolean) =>
      send('POST', '/api/projects/hello/addons/', { name: 'weblate.consistency.languages', configuration: { confirm } })
    assert.deepEqual(await problem(languages(false)), [400, 'configuration.confirm', 'invalid'])
    const made = await languages(true)
    assert.deepEqual([made.status, made.json.configuration], [201, {}])
  })
})
