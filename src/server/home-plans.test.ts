// The front page is requested most often, so its cost must not grow with the site.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { queryRecorder, stepsOfPlans } from '#store/testing-queries.ts'
import { buildServer } from './build-server.ts'
import { loadParts } from './parts.ts'

/** Tables that grow with use. */
const LARGE =
  /\bSCAN (account|unit|unit_comment|translation_change|change_log|revision|page|recent_change|subscription|project_watch|account_language)\b(?! USING (COVERING )?INDEX)/

test('the front page and the dashboard do not scan large tables', async () => {
  const store = await temporaryStore('sqlite')
  const { seen, plugin } = queryRecorder()
  const server = await buildServer({
    clock: manualClock(),
    parts: await loadParts(),
    config: { ...testConfig, data: temporaryFolder() },
    store: { ...store, read: store.read.withPlugin(plugin) },
  })
  const { services } = server
  const admin = await services.accounts.register({ name: 'Admin', isSuperuser: true })
  for (const sample of services.samples) await sample.install(services, admin.id)
  const key = await store.transaction(tx => regenerateApiKey(tx, admin.id, services.clock))
  const read = async (headers: Record<string, string>) => {
    seen.length = 0
    const { statusCode, body } = await server.app.inject({ url: '/', headers })
    assert.equal(statusCode, 200)
    assert.deepEqual(await stepsOfPlans(store, [...seen], LARGE), [])
    return { body, queries: seen.length }
  }
  // The first request also loads translated interface messages.
  await read({})
  const visitor = await read({})
  assert.ok(visitor.queries <= 25, `${visitor.queries} queries for a visitor`)
  const person = await read({ authorization: `Token ${key}` })
  assert.match(person.body, /Your work/)
  assert.ok(person.queries <= 60, `${person.queries} queries for a user`)
  await server.app.close()
})
