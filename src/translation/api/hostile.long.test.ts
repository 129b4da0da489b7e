// Unusual values in every field of every write operation, on existing objects: an error that names the field, or
// success, but never a crash.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../catalogue/testing.ts'
import { rest } from './resources/index.ts'
import { type TestApi, testApi } from './testing.ts'

const ODD: unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(5000),
  '\0',
  '\ud800',
  '../../etc/passwd',
  '%00%',
  "'; drop table unit; --",
  -1,
  0,
  1.5,
  1e300,
  true,
  [],
  [null],
  [[]],
  ['\0'],
  {},
  { code: '\0' },
  { toString: 1 },
  '9'.repeat(40),
]

/** Values for path parameters; the others are IDs that exist or are soon deleted. */
const PARAMS: Record<string, string> = {
  project: 'hello',
  component: 'main',
  language: 'cs',
  code: 'cs',
  username: 'Boss',
  list: 'core',
}

onEachEngine('odd values', (open, engine) => {
  // Parsing is the same on both engines; only the handling of texts and numbers in the database differs.
  const odds = engine === 'sqlite' ? ODD : ODD.filter(odd => typeof odd === 'string' || typeof odd === 'number')
  let api: TestApi
  let key: string
  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
    await api.send('POST', '/api/component-lists/', { key, body: { name: 'Core', slug: 'core' } })
  })

  describe('in every body', () => {
    for (const resource of rest)
      for (const method of ['POST', 'PUT', 'PATCH'] as const) {
        const operation = resource.operations[method]
        if (operation?.body === undefined) continue
        test(`${method} ${resource.path}`, async () => {
          const path = `/api${resource.path.replace(/:(\w+)(\([^/]*\))?/g, (_, name) => PARAMS[name] ?? '1')}`
          for (const odd of odds) {
            const fields = Object.keys(operation.body!)
            const all = Object.fromEntries(fields.map(name => [name, odd]))
            const bodies = method === 'PATCH' ? [all, ...fields.map(name => ({ [name]: odd }))] : [all]
            for (const body of bodies) {
              // Renaming the objects under test would make the rest of the test miss them.
              if ('slug' in body && typeof odd === 'string') continue
              const answer = await api.send(method, path, {
                key,
                body: JSON.stringify(body),
                headers: { 'content-type': 'application/json' },
              })
              assert.ok(answer.status < 500, `${JSON.stringify(body).slice(0, 200)}: ${answer.text}`)
            }
          }
        })
      }
  })

  test('in every query', async () => {
    for (const resource of rest) {
      const operation = resource.operations.GET
      if (operation === undefined) continue
      const path = `/api${resource.path.replace(/:(\w+)(\([^/]*\))?/g, (_, name) => PARAMS[name] ?? '1')}`
      for (const name of [...Object.keys(operation.query ?? {}), 'page', 'page_size', 'format'])
        for (const value of ['%00', '%ff', '-1', '%27%22%3B--', '99999999999999999999']) {
          const answer = await api.send('GET', `${path}?${name}=${value}`, { key })
          assert.ok(answer.status < 500, `${path}?${name}=${value}: ${answer.text}`)
        }
    }
  })

  test('the counters are still correct afterwards', async () => {
    assert.deepEqual(await faults(api.services.store), [])
  })
})
