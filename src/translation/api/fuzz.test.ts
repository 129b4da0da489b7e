// Random bodies for every write operation, generated from its declaration: never a server error, and rejected requests
// change nothing.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Fields } from '#fields/field.ts'
import { temporaryStore } from '#store/testing.ts'
import { faults, testCatalogue } from '../catalogue/testing.ts'
import { rest } from './resources/index.ts'
import { type TestApi, testApi } from './testing.ts'
import { bodyFor } from './testing-bodies.ts'

const SEED = 20_261_115
const RUNS = 8

const PARAMS: Record<string, string> = {
  project: 'hello',
  component: 'main',
  language: 'cs',
  code: 'cs',
  username: 'Anna',
  list: 'core',
}

/** Renaming or locking the objects under test would make the rest of the test miss them. */
const kept = ({ slug: _slug, is_active: _active, ...fields }: Fields): Fields => fields

// How bodies are read and refused is the same on both engines; what databases make of odd values is tried in
// hostile.long.test.ts.
describe('random bodies', () => {
  let api: TestApi
  const keys: string[] = ['']
  before(async () => {
    api = await testApi(await temporaryStore('sqlite'))
    keys.push((await api.user('Boss', { superuser: true })).key, (await api.user('Anna')).key)
    await testCatalogue(api.services)
    const body = { name: 'Core', slug: 'core' }
    await api.send('POST', '/api/component-lists/', { key: keys[1]!, body })
    // The first use of a key is recorded.
    for (const key of keys) await api.send('GET', '/api/', { key })
  })

  /** Grows with every commit of another connection, and the API writes through another one. */
  const commits = async (): Promise<number> => {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(api.services.store.read)
    return rows[0]!.data_version
  }

  describe('for every writing operation', () => {
    for (const resource of rest)
      for (const method of ['POST', 'PUT', 'PATCH'] as const) {
        const operation = resource.operations[method]
        if (operation === undefined) continue
        test(`${method} ${resource.path}`, async () => {
          const path = `/api${resource.path.replace(/:(\w+)(\([^/]*\))?/g, (_, name) => PARAMS[name] ?? '1')}`
          const who = fc.oneof(
            { weight: 6, arbitrary: fc.constant(1) },
            { weight: 1, arbitrary: fc.constantFrom(0, 2) },
          )
          const property = fc.asyncProperty(bodyFor(kept(operation.body ?? {})), who, async (body, caller) => {
            const before = await commits()
            const answer = await api.send(method, path, {
              key: keys[caller]!,
              body: JSON.stringify(body),
              headers: { 'content-type': 'application/json' },
            })
            assert.ok(answer.status < 500, answer.text)
            if (answer.status >= 400) {
              assert.ok(Array.isArray(answer.json.errors) && answer.json.errors.length > 0, answer.text)
              assert.equal(await commits(), before, `refused with ${answer.status}, yet something was written`)
            }
          })
          await fc.assert(property, { seed: SEED, numRuns: RUNS })
        })
      }
  })

  test('the counters are still correct afterwards', async () => {
    assert.deepEqual(await faults(api.services.store), [])
  })
})
