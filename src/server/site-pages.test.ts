import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manualClock, testConfig } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { buildServer, type Server } from './build-server.ts'
import { loadParts } from './parts.ts'

let server: Server
before(async () => {
  const config = { ...testConfig, data: temporaryFolder() }
  server = await buildServer({
    store: await temporaryStore('sqlite'),
    clock: manualClock(),
    config,
    parts: await loadParts(),
  })
  // A site without accounts shows how to set it up.
  await server.services.accounts.register({ name: 'Boss', isSuperuser: true })
})
after(() => server.app.close())

const get = (url: string, headers = {}) => server.app.inject({ url, headers })

test('the front page links to the wiki, the translations and the APIs', async () => {
  const page = await get('/')
  assert.match(page.headers['content-type'] as string, /^text\/html/)
  for (const link of ['/index.php', '/languages/', '/projects/', '/api/docs/'])
    assert.ok(page.body.includes(`href="${link}"`), link)
  assert.match(page.headers['content-security-policy'] as string, /default-src 'none'; script-src 'self';/)
})

test('styles and scripts are immutable and compressed', async () => {
  const { body } = await get('/')
  const names = [...body.matchAll(/"(\/static\/[\w-]+\.(?:css|js))"/g)].map(([, name]) => name!)
  assert.ok(names.some(name => name.endsWith('.css')) && names.some(name => name.endsWith('.js')), body)
  for (const name of names) {
    const { statusCode, headers } = await get(name, { 'accept-encoding': 'gzip, br' })
    assert.deepEqual([statusCode, headers['content-encoding']], [200, 'br'])
    assert.match(headers['cache-control'] as string, /immutable/)
  }
  for (const name of ['files.json', '..%2Fmain.js', 'frame.exe'])
    assert.equal((await get(`/static/${name}`)).statusCode, 404)
})

test('stores the theme in a cookie and redirects back, but never to another site', async () => {
  const send = (back: string) =>
    server.app.inject({
      method: 'POST',
      url: '/accounts/appearance/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ theme: 'dark', back }).toString(),
    })
  const answer = await send('/styleguide')
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/styleguide'])
  assert.match(String(answer.headers['set-cookie']), /parlance_theme=dark/)
  assert.match((await get('/', { cookie: 'parlance_theme=dark' })).body, /<html lang="en" dir="ltr" data-theme="dark">/)
  assert.match((await get('/', { cookie: 'parlance_theme=%22%3E' })).body, /<html lang="en" dir="ltr">/)
  assert.equal((await send('//elsewhere.example')).headers.location, '/')
})
