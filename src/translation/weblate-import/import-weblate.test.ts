import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { silent } from '#events/progress.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { faults } from '../catalogue/testing.ts'
import { importWeblate } from './import-weblate.ts'
import { assertAddsUp, drain, type SourceServer, sourceServer, visible } from './testing.ts'

onEachEngine('an import from a Weblate server', open => {
  let source: SourceServer
  let there: Record<string, unknown>
  before(async () => {
    source = await sourceServer(await open())
    there = await visible(source.api, source.token)
  })
  after(() => source.close())

  const target = async (store?: Store): Promise<{ api: TestApi; key: string }> => {
    const api = await testApi(store ?? (await open()))
    return { api, key: (await api.user('Boss', { superuser: true })).key }
  }
  const run = ({ services }: TestApi, more: object = {}) =>
    importWeblate(
      services,
      { url: source.url, token: source.token, network: 'any', projects: [], pageSize: 2, ...more },
      silent,
    )

  test('brings everything over', async () => {
    const { api, key } = await target()
    const { tally, isResumed } = await run(api)
    await drain(api)
    assert.equal(isResumed, false)
    assert.deepEqual(await visible(api, key), there)
    assert.deepEqual(await faults(api.services.store), [])
    assertAddsUp(tally)
    const created = Object.fromEntries(Object.entries(tally.counts).map(([kind, count]) => [kind, count.created]))
    assert.deepEqual(created, {
      people: 1,
      languages: 1,
      projects: 2,
      labels: 1,
      categories: 1,
      components: 4,
      translations: 10,
      strings: 24,
      suggestions: 2,
      comments: 1,
      files: 10,
      screenshots: 1,
      'memory entries': created['memory entries'],
      roles: 1,
      teams: 1,
      memberships: 1,
    })
    const anna = (await api.send('GET', '/api/users/Anna/', { key })).json
    assert.equal(anna.full_name, 'Anna Nováková')
    assert.equal(anna.email, 'anna@example.org')
    const { json: groups } = await api.send('GET', '/api/groups/?page_size=100', { key })
    const poets = groups.results.find((each: { name: string }) => each.name === 'Poets')
    assert.ok(anna.groups.includes(poets.url))
    assert.match(poets.languages[0], /\/languages\/cs\/$/)
    assert.equal(poets.roles.length, 1)
  })

  test('imports only the selected projects', async () => {
    const { api, key } = await target()
    const { tally } = await run(api, { projects: ['other'] })
    assertAddsUp(tally)
    const { json } = await api.send('GET', '/api/projects/', { key })
    assert.deepEqual(
      json.results.map((each: { slug: string }) => each.slug),
      ['other'],
    )
    await assert.rejects(run(api, { projects: ['nowhere'] }), /no project "nowhere"/)
  })

  test('keeps translations that exist here', async () => {
    const { api, key } = await target()
    await (await run(api)).forget()
    const { json } = await api.send('GET', '/api/translations/hello/main/cs/units/?q=source:Hello', { key })
    const body = { target: ['Nazdar!\n'], state: 20 }
    assert.equal((await api.send('PATCH', `/api/units/${json.results[0].id}/`, { key, body })).status, 200)
    const suggestions = (await api.send('GET', '/api/suggestions/', { key })).json.results
    const path = new URL(suggestions[0].url).pathname
    assert.equal((await api.send('DELETE', path, { key })).status, 204)
    await api.services.store.transaction(tx => tx.updateTable('component').set({ vcs: 'git' }).execute())
    const { tally } = await run(api)
    assertAddsUp(tally)
    assert.deepEqual(tally.counts.strings?.skipped, {
      'hello/main/cs: it exists here with another text or state': 1,
    })
    assert.deepEqual(tally.counts.suggestions, { read: 2, created: 1, unchanged: 1, skipped: {} })
    assert.deepEqual(tally.counts.comments, { read: 1, created: 0, unchanged: 1, skipped: {} })
    const unused = 'hello/main/cs: its component uses a repository here'
    assert.equal(tally.counts.files?.skipped[unused], 1)
    assert.deepEqual(await faults(api.services.store), [])
    const now = (await api.send('GET', `/api/units/${json.results[0].id}/`, { key })).json
    assert.deepEqual(now.target, ['Nazdar!\n'])
  })

  test('matches people by their confirmed address', async () => {
    const { api } = await target()
    const { services } = api
    const account = { name: 'Nováková', email: 'ANNA@example.org', emailConfirmed: true }
    const local = await services.store.transaction(tx => services.accounts.create(tx, account))
    const { tally } = await run(api)
    assert.equal(tally.counts.people?.created, 0)
    const { account_id } = await services.store.read
      .selectFrom('unit_comment')
      .select('account_id')
      .executeTakeFirstOrThrow()
    assert.equal(account_id, local.id)
  })

  test('explains what is wrong with the address, the network and the token', async () => {
    const { api } = await target()
    await assert.rejects(run(api, { url: 'weblate' }), /Invalid address "weblate"/)
    await assert.rejects(run(api, { network: 'public' }), /private network\. For servers .* --network any/)
    await assert.rejects(run(api, { token: 'wrong' }), /status 401\. Check the token/)
  })
})
