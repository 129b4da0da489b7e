// Overload: early 503 responses in each API's format, and turns for everyone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '#core/services.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { temporaryStore } from '#store/testing.ts'
import { buildServer, type Server } from './build-server.ts'

/** Requests to `/slow/NAME` wait until they are let go. */
const pending = new Map<string, () => void>()
const slow: Part = {
  name: 'slow',
  routes: async app => {
    const wait = (name: string) => new Promise<void>(resolve => pending.set(name, resolve))
    for (const url of ['/slow/:name', '/api/:name', '/w/api.php'])
      app.get(url, async request => {
        const { name = 'wiki' } = request.params as { name?: string }
        await wait(name)
        return { name }
      })
  },
}

let server: Server
const lines: string[] = []
before(async () => {
  const config = { ...testConfig, logLevel: 'warn' as const, trustProxy: ['127.0.0.1'] }
  const limits = { running: 4, runningOfOne: 3, waiting: 4, waitingMs: 60_000 }
  const store = await temporaryStore('sqlite')
  const logTo = { write: (text: string) => lines.push(...text.trim().split('\n')) }
  server = await buildServer({ store, clock: manualClock(), config, parts: [slow], limits, logTo })
})
after(() => server.app.close())

/** Starts a request. Without `await`, Fastify would start it later. */
const get = async (url: string, from: string, accept = 'application/json') =>
  await server.app.inject({ url, headers: { 'x-forwarded-for': from, accept } })
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await sleep(1)
}
const letGo = (name: string) => {
  pending.get(name)!()
  pending.delete(name)
}

test('one heavy caller does not starve others, and is refused early', async () => {
  const heavy = Array.from({ length: 12 }, (_, i) => get(`/slow/heavy${i}`, '192.0.2.1'))
  await until(() => pending.size === 3)
  const refused = await Promise.all(heavy.slice(7))
  assert.deepEqual(
    refused.map(each => [each.statusCode, each.headers['retry-after']]),
    refused.map(() => [503, '5']),
  )
  // Others run, although the heavy caller still waits.
  const light = get('/slow/light', '192.0.2.2')
  await until(() => pending.has('light'))
  const second = get('/slow/second', '192.0.2.3')
  assert.equal((await heavy[6]!).statusCode, 503, 'its newest request makes room')
  letGo('heavy0')
  await until(() => pending.size === 4)
  letGo('heavy1')
  await until(() => pending.has('second'))
  letGo('light')
  letGo('second')
  assert.deepEqual([(await light).statusCode, (await second).statusCode], [200, 200])
  for (let left = 2; left < 6; left++) {
    await until(() => pending.has(`heavy${left}`))
    letGo(`heavy${left}`)
    assert.equal((await heavy[left]!).statusCode, 200)
  }
  const logged = lines.map(line => JSON.parse(line)).filter(each => each.event === 'server.overloaded')
  assert.equal(logged.length, 1)
  assert.ok(logged[0].refused >= 1 && logged[0].running === 3)
})

test('an IPv6 network is one caller', async () => {
  const from = (i: number) => get(`/slow/six${i}`, `2001:db8:0:1::${i}`)
  const own = [from(1), from(2), from(3), from(4)]
  await until(() => pending.size === 3)
  const other = get('/slow/other', '2001:db8:0:2::1')
  await until(() => pending.has('other'))
  for (const name of ['six1', 'other', 'six2', 'six3']) letGo(name)
  await until(() => pending.has('six4'))
  letGo('six4')
  for (const each of await Promise.all([...own, other])) assert.equal(each.statusCode, 200)
})

test('health checks and metrics are exempt, and each API has its own format', async () => {
  const all = Array.from({ length: 8 }, (_, i) => get(`/slow/all${i}`, `192.0.2.${i}`))
  await until(() => pending.size === 4)
  for (const url of ['/healthz', '/readyz']) assert.equal((await get(url, '198.51.100.1')).statusCode, 200)
  const wiki = await get('/w/api.php?action=query', '198.51.100.1')
  assert.deepEqual([wiki.statusCode, wiki.headers['mediawiki-api-error']], [503, 'ratelimited'])
  assert.equal(wiki.json().error.code, 'ratelimited')
  const rest = (await get('/api/projects/', '198.51.100.1')).json()
  assert.deepEqual([rest.type, rest.errors[0].code], ['server_error', 'service_unavailable'])
  assert.match((await get('/slow/page', '198.51.100.1', 'text/html')).body, /<h1>Temporarily unavailable<\/h1>/)
  const metrics = (await server.app.inject('/metrics')).body
  assert.match(metrics, /^parlance_http_requests_waiting 4$/m)
  for (let i = 0; i < 8; i++) {
    await until(() => pending.has(`all${i}`))
    letGo(`all${i}`)
  }
  for (const each of await Promise.all(all)) assert.equal(each.statusCode, 200)
  assert.match((await server.app.inject('/metrics')).body, /^parlance_http_requests_waiting 0$/m)
})
