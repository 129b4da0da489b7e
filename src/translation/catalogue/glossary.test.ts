import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { SITE, testApi } from '../api/testing.ts'
import { faults, testCatalogue } from './testing.ts'

test('a string with the glossary check fails until it uses the term', async () => {
  const api = await testApi(await temporaryStore('sqlite'))
  const { key } = await api.user('Boss', { superuser: true })
  await testCatalogue(api.services, { strings: [{ source: ['Open the harbour gate'], flags: 'check-glossary' }] })
  const send = (method: string, path: string, body?: unknown) => api.send(method, path, { key, body })
  await send('POST', '/api/projects/hello/components/', {
    name: 'Terms',
    slug: 'terms',
    file_format: 'csv',
    is_glossary: true,
    manage_units: true,
  })
  await send('POST', '/api/components/hello/terms/translations/', { language_code: 'cs' })
  const term = await send('POST', '/api/translations/hello/terms/cs/units/', {
    source: ['harbour'],
    target: ['přístav'],
  })
  assert.equal(term.status, 200, term.text)
  const found = await send('GET', '/api/translations/hello/main/cs/units/?q=has:glossary')
  assert.deepEqual([found.json.count, found.json.results?.[0]?.source], [1, ['Open the harbour gate']])
  assert.equal(
    (await send('GET', '/api/translations/hello/terms/cs/units/?q=has:glossary%20NOT%20harbour')).json.count,
    0,
  )
  const unit = (await send('GET', '/api/translations/hello/main/cs/units/')).json.results[0].url.slice(SITE.length)
  assert.equal((await send('PATCH', unit, { target: ['Otevřete bránu'], state: 20 })).json.has_failing_check, true)
  assert.equal((await send('PATCH', unit, { target: ['Otevřete přístav'], state: 20 })).json.has_failing_check, false)
  assert.deepEqual(await faults(api.services.store), [])
})
