// A write never waits for a second connection, because the holders of the others may be waiting for it.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { migrate } from '#store/migrate.ts'
import { openPostgres } from '#store/postgres/open.ts'
import { NO_POSTGRES, temporaryPostgres } from '#store/testing.ts'
import { faults, testCatalogue } from '../catalogue/testing.ts'
import { multipart, testApi } from './testing.ts'

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES

describe('one connection to PostgreSQL', { skip }, () => {
  test('is enough for everything that writes, and for the work that follows', { timeout: 60_000 }, async () => {
    const store = openPostgres(await temporaryPostgres(), 1)
    after(() => store.close())
    await migrate(store)
    const api = await testApi(store)
    const { key } = await api.user('Boss', { superuser: true })
    const { units, component } = await testCatalogue(api.services)
    await testCatalogue(api.services, { slug: 'other' })
    const content = Buffer.from('msgid ""\nmsgstr ""\n\nmsgid "Thank you for using Weblate."\nmsgstr "Díky."\n')
    const requests: (readonly [string, string, unknown?])[] = [
      ['POST', '/api/projects/hello/labels/', { name: 'Label', color: 'navy' }],
      ['POST', '/api/groups/', { name: 'Team' }],
      ['POST', '/api/users/', { username: 'Anna', full_name: 'Anna', email: 'a@example.org' }],
      ['POST', '/api/component-lists/', { name: 'List', slug: 'list' }],
      ['POST', '/api/component-lists/list/components/', { component_id: component.id }],
      ['POST', '/api/projects/hello/addons/', { name: 'weblate.generate.prefill', configuration: {} }],
      ['POST', '/api/projects/hello/reports/', { kind: 'counts', start: '2026-01-01T00:00:00Z' }],
      ['POST', '/api/components/hello/main/links/', { project_slug: 'other' }],
      ['POST', '/api/components/hello/main/translations/', { language_code: 'de' }],
      ['POST', `/api/units/${units[0]!.id}/suggestions/`, { target: ['Ahoj\n'] }],
      ['POST', `/api/units/${units[0]!.id}/comments/`, { comment: 'Why?' }],
      ['PATCH', `/api/units/${units[0]!.id}/`, { target: ['Nazdar, světe!\n'], state: 20 }],
      ['POST', '/api/translations/hello/main/cs/autotranslate/', { mode: 'suggest', auto_source: 'others' }],
      ['PATCH', '/api/projects/hello/', { name: 'Renamed' }],
    ]
    const file = multipart({ method: 'translate' }, { name: 'file', filename: 'x.po', content })
    const answers = await Promise.all([
      ...requests.map(([method, path, body]) => api.send(method, path, { key, body })),
      api.send('POST', '/api/translations/hello/main/cs/file/', { key, ...file }),
    ])
    for (const { status, text } of answers) assert.ok(status < 300, text)
    api.clock.advance(60)
    await new JobRunner({ ...api.services, leaseClock: api.clock }).drain()
    assert.equal((await api.send('DELETE', '/api/projects/hello/', { key })).status, 204)
    assert.deepEqual(await faults(store), [])
  })
})
