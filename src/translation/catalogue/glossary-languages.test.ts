import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { testApi } from '../api/testing.ts'
import { faults } from './testing.ts'

onEachEngine('languages of glossaries', open => {
  test('are those of the project, also when one is added later', async () => {
    const { user, send: request, services } = await testApi(await open(), { projectGlossary: 'on' })
    const { key } = await user('Boss', { superuser: true })
    const send = async (method: string, path: string, body?: unknown) => {
      const answer = await request(method, path, { key, body })
      assert.ok(answer.status < 300, answer.text)
      return answer.json
    }
    const drain = () => {
      const { store, jobs, log, clock } = services
      return new JobRunner({ store, jobs, log, leaseClock: clock }).drain()
    }
    const languages = async (slug: string) =>
      (await send('GET', `/api/components/garden/${slug}/translations/`)).results
        .map((each: { language_code: string }) => each.language_code)
        .toSorted()
    await send('POST', '/api/projects/', { name: 'Garden', slug: 'garden' })
    const app = { name: 'App', slug: 'app', file_format: 'po', filemask: 'app/*.po' }
    await send('POST', '/api/projects/garden/components/', app)
    const add = (slug: string, language_code: string) =>
      send('POST', `/api/components/garden/${slug}/translations/`, { language_code })
    await add('app', 'cs')
    await drain()
    assert.deepEqual(await languages('glossary'), ['cs', 'en'])
    await send('POST', '/api/translations/garden/glossary/cs/units/', { source: ['Harbour'], target: ['přístav'] })
    await add('app', 'de')
    await drain()
    assert.deepEqual(await languages('glossary'), ['cs', 'de', 'en'])
    // The new language has the terms.
    const [term] = (await send('GET', '/api/translations/garden/glossary/de/units/')).results
    assert.deepEqual([term.source, term.target], [['Harbour'], ['']])
    // A glossary that is added later gets all of them; its own languages do not spread.
    const terms = { name: 'Terms', slug: 'terms', file_format: 'tbx', filemask: 'terms/*.tbx', is_glossary: true }
    await send('POST', '/api/projects/garden/components/', terms)
    await add('terms', 'fr')
    await drain()
    assert.deepEqual(await languages('terms'), ['cs', 'de', 'en', 'fr'])
    assert.deepEqual(await languages('glossary'), ['cs', 'de', 'en'])
    assert.deepEqual(await languages('app'), ['cs', 'de', 'en'])
    assert.deepEqual(await faults(services.store), [])
  })
})
