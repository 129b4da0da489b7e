// Cross-origin requests.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'

let app: FastifyInstance
let cookie: string
before(async () => {
  const store = await temporaryStore('sqlite')
  const wikiOrigins = ['https://app.example.org', 'https://*.friends.example', 'http://*.local.example:8080']
  const services = await testServices(store, undefined, { data: temporaryFolder(), wikiOrigins })
  const { callers, accounts } = services
  const visitor = await callers.identify({ ip: '192.0.2.7', headers: {} })
  const ann = await callers.logIn(visitor, await accounts.register({ name: 'Ann' }))
  cookie = ann.setCookies.map(one => one.split(';')[0]).join('; ')
  app = Fastify()
  await app.register(async scope => wikiPart.routes!(scope, services))
})

const ask = (origin: string, sent = origin, headers: Record<string, string> = {}) =>
  app.inject({
    url: `/w/api.php?action=query&meta=userinfo&format=json&formatversion=2&origin=${encodeURIComponent(origin)}`,
    headers: { origin: sent, cookie, ...headers },
  })
const preflight = (origin: string, names?: string) =>
  app.inject({
    method: 'OPTIONS',
    url: `/w/api.php?action=query&origin=${encodeURIComponent(origin)}`,
    headers: {
      origin: origin === '*' ? 'https://anywhere.example' : origin,
      'access-control-request-method': 'POST',
      ...(names !== undefined && { 'access-control-request-headers': names }),
    },
  })

test('a preflight allows the same headers as MediaWiki, case-insensitively', async () => {
  const names = 'Authorization, User-Agent, DNT, Api-User-Agent, Content-Type, Accept-Language'
  const { statusCode, headers } = await preflight('*', names)
  assert.equal(statusCode, 204)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['access-control-allow-headers'], names.toLowerCase())
  assert.equal(headers['access-control-allow-methods'], 'POST, GET, HEAD')
  const other = (await preflight('*', 'authorization, x-other')).headers
  assert.equal(other['access-control-allow-origin'], undefined)
  assert.equal(other['mediawiki-cors-rejection'], 'Unsupported header requested in preflight')
  assert.equal((await preflight('*')).headers['access-control-allow-origin'], '*')
})

test('any site may read anonymously, and learns that cookies were ignored', async () => {
  const { headers, body } = await ask('*', 'https://anywhere.example')
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['access-control-allow-credentials'], undefined)
  assert.equal(headers['mediawiki-login-suppressed'], 'true')
  assert.match(String(headers['access-control-expose-headers']), /MediaWiki-API-Error.*MediaWiki-Login-Suppressed/)
  assert.equal(JSON.parse(body).query.userinfo.id, 0)
  const url = '/w/api.php?action=query&meta=userinfo&format=json&callback=f'
  assert.equal((await app.inject({ url, headers: { cookie } })).headers['mediawiki-login-suppressed'], 'true')
  assert.equal(
    (await app.inject({ url: url.replace('&callback=f', ''), headers: { cookie } })).headers[
      'mediawiki-login-suppressed'
    ],
    undefined,
  )
})

test('a trusted site acts as the logged-in user', async () => {
  for (const origin of ['https://app.example.org', 'https://a.friends.example', 'https://b.a.friends.example'])
    for (const answer of [await ask(origin), await preflight(origin, 'content-type')]) {
      assert.equal(answer.headers['access-control-allow-origin'], origin)
      assert.equal(answer.headers['access-control-allow-credentials'], 'true')
      assert.match(String(answer.headers.vary), /Origin/)
    }
  assert.equal((await ask('https://app.example.org')).json().query.userinfo.name, 'Ann')
  assert.equal((await ask('http://x.local.example:8080')).json().query.userinfo.name, 'Ann')
})

test('a site that merely resembles a trusted one is rejected', async () => {
  for (const origin of [
    ...['https://anywhere.example', 'http://app.example.org', 'https://app.example.org:444', 'https://friends.example'],
    ...[
      'https://evilfriends.example',
      'https://a.friends.example.evil.example',
      'https://evil.example/.friends.example',
    ],
    ...['http://x.local.example', 'null'],
  ]) {
    const { headers, body } = await ask(origin)
    assert.equal(headers['access-control-allow-origin'], undefined, origin)
    assert.equal(headers['access-control-allow-credentials'], undefined, origin)
    assert.equal(headers['mediawiki-cors-rejection'], 'Origin mismatch', origin)
    assert.match(String(headers.vary), /Origin/)
    assert.equal(JSON.parse(body).query.userinfo.id, 0, origin)
  }
  const lying = await ask('https://app.example.org', 'https://anywhere.example')
  assert.equal(lying.statusCode, 403)
  const both = await ask('https://app.example.org', 'https://app.example.org https://anywhere.example')
  assert.equal(both.headers['access-control-allow-origin'], undefined)
})
