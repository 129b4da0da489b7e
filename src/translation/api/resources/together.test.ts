// Collaboration on a string: mentions, comments, suggestions by visitors, and length limits.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults, type TestCatalogue, testCatalogue } from '../../catalogue/testing.ts'
import { type TestApi, testApi } from '../testing.ts'

const PEOPLE = '/api/translations/hello/main/cs/people/'

onEachEngine('people at a string', open => {
  let api: TestApi
  let catalogue: TestCatalogue
  const keys: Record<string, string> = {}
  const unit = (n: number) => catalogue.units[n]!.id
  const send = (method: string, path: string, who: string | null, body?: unknown) =>
    api.send(method, path, { ...(who && { key: keys[who]! }), ...(body !== undefined && { body }) })

  before(async () => {
    api = await testApi(await open())
    for (const name of ['Boss', 'Anna Lind', 'Bert', 'Idle'])
      keys[name] = (await api.user(name, { superuser: name === 'Boss' })).key
    catalogue = await testCatalogue(api.services)
    await send('PATCH', `/api/units/${unit(0)}/`, 'Anna Lind', { target: ['Ahoj, světe!\n'], state: 20 })
    api.clock.advance(1000)
    await send('POST', `/api/units/${unit(0)}/comments/`, 'Bert', { comment: 'Really?', scope: 'translation' })
  })

  const names = async (q: string, who = 'Anna Lind') =>
    (await send('GET', `${PEOPLE}?q=${encodeURIComponent(q)}`, who)).json.map(
      ({ username }: { username: string }) => username,
    )

  test('finds everyone who can see the project by name prefix, recent contributors first', async () => {
    assert.deepEqual((await names('')).slice(0, 2), ['Bert', 'Anna Lind'])
    assert.deepEqual(await names('ann'), ['Anna Lind'])
    assert.deepEqual(await names('BE'), ['Bert'])
    assert.deepEqual(await names('idl'), ['Idle'], 'who has done nothing here yet')
    assert.deepEqual(await names('I%'), [])
    assert.deepEqual(await names('nobody'), [])
    assert.equal((await send('GET', PEOPLE, null)).status, 401)
    const long = await send('GET', `${PEOPLE}?q=${'x'.repeat(101)}`, 'Bert')
    assert.deepEqual([long.status, long.json.errors[0].attr], [400, 'q'])
  })

  test('matches words of the full name and skips closed accounts', async () => {
    await send('PATCH', '/api/users/Bert/', 'Boss', { full_name: 'Norbert von Ostheim' })
    assert.deepEqual(await names('ost'), ['Bert'])
    await send('PATCH', '/api/users/Bert/', 'Boss', { is_active: false })
    assert.deepEqual(await names('ost'), [])
    await send('PATCH', '/api/users/Bert/', 'Boss', { is_active: true })
  })

  test('offers only people who can see a private project', async () => {
    await send('PATCH', '/api/projects/hello/', 'Boss', { access_control: 100 })
    assert.deepEqual(await names('idl', 'Boss'), [])
    assert.deepEqual(await names('bos', 'Boss'), ['Boss'])
    const team = (await send('POST', '/api/groups/', 'Boss', { name: 'Insiders' })).json
    const { id } = (await send('GET', '/api/projects/hello/', 'Boss')).json
    await send('POST', `/api/groups/${team.id}/projects/`, 'Boss', { project_id: id })
    await send('POST', '/api/users/Idle/groups/', 'Boss', { group_id: team.id })
    assert.deepEqual(await names('idl', 'Boss'), ['Idle'])
    await send('PATCH', '/api/users/Idle/', 'Boss', { full_name: 'Ivo Maria Lenz' })
    assert.deepEqual(await names('lenz', 'Boss'), ['Idle'])
    await send('PATCH', '/api/projects/hello/', 'Boss', { access_control: 0 })
  })

  test('authors and users with permission can resolve a comment', async () => {
    const { id } = (await send('GET', `/api/units/${unit(0)}/comments/`, 'Bert')).json.results[0]
    const [own] = (await send('GET', `/api/units/${unit(0)}/everything/?parts=comments`, 'Bert')).json.comments
    assert.deepEqual([own.is_own, own.resolved], [true, false])
    assert.equal((await send('POST', `/api/comments/${id}/resolve/`, 'Anna Lind', {})).status, 403)
    assert.equal((await send('POST', `/api/comments/${id}/resolve/`, null, {})).status, 401)
    const done = await send('POST', `/api/comments/${id}/resolve/`, 'Bert', {})
    assert.deepEqual([done.status, done.json.resolved], [200, true])
    assert.equal((await send('POST', `/api/comments/${id}/resolve/`, 'Boss', {})).status, 200, 'said twice')
    assert.equal((await send('POST', '/api/comments/999999/resolve/', 'Boss', {})).status, 404)
    const search = await send('GET', '/api/translations/hello/main/cs/units/?q=has:comment', 'Bert')
    assert.equal(search.json.count, 0)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('visitors can suggest if permitted, up to a rate limit', async () => {
    const path = `/api/units/${unit(2)}/suggestions/`
    const made = await send('POST', path, null, { target: ['Zkuste to!\n'] })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.json.user, null)
    const [change] = await api.services.store.read
      .selectFrom('translation_change')
      .select('details')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    assert.deepEqual(JSON.parse(change!.details), { visitor: true }, 'pages name a visitor, not the system')
    assert.equal((await send('POST', path, null, { target: ['Zkuste to!\n'] })).json.errors[0].code, 'unique')
    assert.equal((await send('POST', path, null, { target: ['a', 'b'] })).status, 400)
    assert.equal((await send('PATCH', `/api/units/${unit(2)}/`, null, { target: ['x'], state: 20 })).status, 401)
    assert.equal((await send('POST', `/api/suggestions/${made.json.id}/accept/`, null, {})).status, 401)
    assert.equal((await send('DELETE', `/api/suggestions/${made.json.id}/`, null)).status, 401)
    const { may } = (await send('GET', `/api/units/${unit(2)}/everything/?parts=`, null)).json
    assert.deepEqual([may.suggest, may.translate, may.comment, may.vote], [true, false, false, false])
    const accepted = await send('POST', `/api/suggestions/${made.json.id}/accept/`, 'Boss', {})
    assert.equal(accepted.status, 200)
    for (let i = 0; i < 17; i++) await send('POST', path, null, { target: [`Zkuste ${i}!\n`] })
    const tooMany = await send('POST', path, null, { target: ['Ještě!\n'] })
    assert.equal(tooMany.status, 429)
    assert.ok(Number(tooMany.headers['retry-after']) > 0)
    assert.equal((await send('POST', path, 'Anna Lind', { target: ['Ještě!\n'] })).status, 201)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('visitors without permission are asked to log in', async () => {
    api.clock.advance(3_600_000)
    const teams = (await send('GET', '/api/groups/?page_size=100', 'Boss')).json.results
    const { id, roles } = teams.find((team: { name: string }) => team.name === 'Guests')
    const [role] = roles as string[]
    await send('DELETE', `/api/groups/${id}/roles/${/(\d+)\/$/.exec(role!)![1]}/`, 'Boss')
    const refused = await send('POST', `/api/units/${unit(3)}/suggestions/`, null, { target: ['Díky.'] })
    assert.equal(refused.status, 401)
    const { may } = (await send('GET', `/api/units/${unit(3)}/everything/?parts=`, null)).json
    assert.equal(may.suggest, false)
  })

  test('reports the length limit and checks the text against it', async () => {
    const told = async () =>
      (await send('GET', `/api/units/${unit(3)}/everything/?parts=`, 'Anna Lind')).json.max_length
    const failing = async (text: string) => {
      const answer = await send('POST', `/api/units/${unit(3)}/check/`, 'Anna Lind', { target: [text] })
      return answer.json.checks.map(({ id }: { id: string }) => id).includes('max-length')
    }
    assert.equal(await told(), null)
    await send('PATCH', '/api/components/hello/main/', 'Boss', { check_flags: 'max-length:12' })
    assert.equal(await told(), 12)
    assert.deepEqual([await failing('Díky za vše.'), await failing('Díky za všechno.')], [false, true])
    const [source] = (await send('GET', '/api/translations/hello/main/en/units/?q=Thank', 'Boss')).json.results
    await send('PATCH', `/api/units/${source.id}/`, 'Boss', { extra_flags: 'max-length:40' })
    assert.equal(await told(), 40, 'the flag of the string counts for more')
    assert.equal(await failing('Díky za všechno.'), false)
  })
})
