import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { temporaryStore } from '#store/testing.ts'
import { multipart, SITE, type TestApi, testApi } from '../api/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'

let api: TestApi
before(async () => {
  api = await testApi(await temporaryStore('sqlite'))
  const strings = [{ source: ['<b>"Hello" & welcome</b>'] }]
  await testCatalogue(api.services, { strings })
  await testCatalogue(api.services, { slug: 'hidden', access: 100 })
})

test('the URL in a statistics response leads to a page with the same numbers', async () => {
  const { key } = await api.user('Overseer', { superuser: true })
  const { json } = await api.send('GET', '/api/languages/cs/statistics/', { key })
  assert.equal(json.total, 5)
  const page = await api.send('GET', json.url.slice(SITE.length), { key })
  assert.equal(page.status, 200)
  assert.match(page.headers['content-type']!, /^text\/html/)
  assert.match(page.text, /<h1>\s*Czech\s*<small><span lang="cs">čeština<\/span> · cs<\/small>\s*<\/h1>/)
  assert.match(page.text, /0 of 5 strings/)
  const open = await api.send('GET', json.url.slice(SITE.length))
  assert.match(open.text, /0 of 1 string\s*</, 'what a reader may not see is not counted for them')
})

test('statistics show that checks are still running', async () => {
  await testCatalogue(api.services, { slug: 'busy' })
  const ask = async () => [
    (await api.send('GET', '/api/languages/cs/statistics/')).headers['x-checks-pending'],
    (await api.send('GET', '/api/projects/busy/statistics/')).headers['x-checks-pending'],
    (await api.send('GET', '/api/translations/busy/main/cs/statistics/')).headers['x-checks-pending'],
    /Checks are still running/.test((await api.send('GET', '/languages/cs/')).text),
    /Checks are still running/.test((await api.send('GET', '/projects/busy/main/cs/')).text),
  ]
  const { store, jobs, log } = api.services
  const runner = new JobRunner({ store, jobs, log, leaseClock: api.clock })
  const settle = async () => {
    do {
      await jobs.queueFound(store)
      api.clock.advance(60)
    } while ((await runner.drain()) > 0)
  }
  await settle()
  const idle = [undefined, undefined, undefined, false, false]
  const busy = ['true', 'true', 'true', true, true]
  assert.deepEqual(await ask(), idle)
  const { key } = await api.user('Importer', { superuser: true })
  const content = Buffer.from('msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Jedna"\n')
  const form = multipart({ method: 'replace' }, { name: 'file', filename: 'cs.po', content })
  assert.equal((await api.send('POST', '/api/translations/busy/main/cs/file/', { key, ...form })).status, 200)
  assert.deepEqual(await ask(), busy)
  await settle()
  assert.deepEqual(await ask(), idle)
  await api.send('PATCH', '/api/components/busy/main/', { key, body: { check_flags: 'ignore-same' } })
  assert.deepEqual(await ask(), busy)
  await settle()
  assert.deepEqual(await ask(), idle)
})

test('lists, projects, components, translations', async () => {
  for (const path of [
    '/languages/',
    '/projects/',
    '/projects/hello/',
    '/projects/hello/main/',
    '/projects/hello/-/cs/',
  ])
    assert.equal((await api.send('GET', path)).status, 200, path)
  const page = await api.send('GET', '/strings/?project=hello&component=main')
  assert.match(page.text, /&lt;b&gt;&quot;Hello&quot; &amp; welcome&lt;\/b&gt;/)
})

test('private and unknown pages are not found', async () => {
  for (const path of [
    '/projects/hidden/',
    '/projects/hidden/main/',
    '/projects/x/',
    '/languages/xx/',
    '/projects/hello/y/',
    '/projects/hello/main/xx/',
  ])
    assert.equal((await api.send('GET', path)).status, 404, path)
  assert.doesNotMatch((await api.send('GET', '/projects/')).text, /projects\/hidden/)
  assert.doesNotMatch((await api.send('GET', '/languages/cs/')).text, /projects\/hidden/)
  const { key } = await api.user('Boss', { superuser: true })
  assert.match((await api.send('GET', '/projects/', { key })).text, /projects\/hidden/)
})

test('links stay on the current host, and a missing slash redirects', async () => {
  const { text } = await api.send('GET', '/languages/')
  assert.match(text, /<a href="\/languages\/cs\/">Czech <small>cs<\/small><\/a>/)
  assert.doesNotMatch(text, new RegExp(`href="${SITE}`))
  for (const path of ['/languages', '/projects/hello', '/projects/hello/main/cs']) {
    const { status, headers } = await api.send('GET', `${path}?a=b`)
    assert.deepEqual([status, headers.location], [301, `${path}/?a=b`])
  }
  const browsable = await api.send('GET', '/api/projects/?format=api')
  assert.match(browsable.text, new RegExp(`<a href="/api/projects/hello/">${SITE}/api/projects/hello/</a>`))
})

test('announcements appear on their pages until they expire', async () => {
  const { key } = await api.user('Herald', { superuser: true })
  const expiry = new Date(api.clock.now() + 3_600_000).toISOString()
  const body = { message: 'Freeze on <Friday>', severity: 'warning', expiry }
  assert.equal((await api.send('POST', '/api/projects/hello/announcements/', { key, body })).status, 201)
  const says = async (path: string) => (await api.send('GET', path)).text.includes('Freeze on &lt;Friday&gt;')
  assert.deepEqual(
    [await says('/projects/hello/'), await says('/projects/hello/main/cs/'), await says('/languages/cs/')],
    [true, true, false],
  )
  api.clock.advance(7_200_000)
  assert.equal(await says('/projects/hello/'), false)
})
