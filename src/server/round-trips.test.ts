// How often the most frequent writes wait for PostgreSQL, and what they ask of SQLite again.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { issueToken } from '#accounts/tokens.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { roundTripsDuring } from '#store/testing-round-trips.ts'
import { testCatalogue } from '../translation/catalogue/testing.ts'
import { buildServer, type Server } from './build-server.ts'
import { loadParts } from './parts.ts'

onEachEngine('writes', open => {
  const clock = manualClock()
  let store: Store
  let server: Server
  let headers: Readonly<Record<string, string>>
  let token: string
  before(async () => {
    store = await open()
    server = await buildServer({ store, clock, config: testConfig, parts: await loadParts() })
    const { accounts, callers } = server.services
    const account = await accounts.register({ name: 'Ann', groups: ['sysop'], isSuperuser: true })
    headers = { authorization: `Token ${await store.transaction(tx => regenerateApiKey(tx, account.id, clock))}` }
    token = issueToken(await callers.identify({ ip: '127.0.0.1', headers }), 'csrf', clock)
  })
  after(() => server.app.close())

  const send = async (method: 'PATCH' | 'POST', url: string, type: string, payload: string) => {
    const response = await server.app.inject({ method, url, headers: { ...headers, 'content-type': type }, payload })
    assert.equal(response.statusCode, 200, response.payload)
    assert.ok(!response.payload.includes('"error"'), response.payload)
  }
  /** Of the last of several writes. The first ones fill caches. */
  const tripsOf = async (write: (count: number) => Promise<void>) => {
    let trips = 0
    for (let i = 0; i < 5; i++) {
      clock.advance(1)
      trips = await roundTripsDuring(() => write(i))
    }
    return trips
  }

  const save = async (unit: number, count: number) => {
    const body = JSON.stringify({ target: [`Text ${count}`], state: 20 })
    await send('PATCH', `/api/units/${unit}/`, 'application/json', body)
  }
  const edit = (count: number) => {
    const fields = { action: 'edit', format: 'json', title: 'Page', text: `Text ${count} of [[Page]].`, token }
    return send('POST', '/w/api.php', 'application/x-www-form-urlencoded', String(new URLSearchParams(fields)))
  }

  test('a string takes five round trips', async t => {
    if (store.engine === 'sqlite') return t.skip('SQLite runs in the process')
    const { units } = await testCatalogue(server.services)
    assert.equal(await tripsOf(count => save(units[3]!.id, count)), 5)
  })

  test('an edit takes seven', async t => {
    if (store.engine === 'sqlite') return t.skip('SQLite runs in the process')
    assert.equal(await tripsOf(edit), 7)
  })

  test('repeated writes prepare no statement again', async t => {
    if (store.engine === 'postgres') return t.skip('both engines have the same limit')
    const { units } = await testCatalogue(server.services)
    for (let count = 0; count < 5; count++) {
      await save(units[3]!.id, count)
      await edit(count)
    }
    const prepare = t.mock.method(Sqlite.prototype, 'prepare')
    await save(units[3]!.id, 5)
    await edit(5)
    assert.deepEqual(
      prepare.mock.calls.map(call => String(call.arguments[0]).slice(0, 80)),
      [],
    )
  })
})
