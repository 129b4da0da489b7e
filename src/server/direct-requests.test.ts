// Direct routes: everything that clients, the log and metrics see is the same as with Fastify.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { PlainRequest, PlainResponse } from '#core/direct-routes.ts'
import type { Part } from '#core/services.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { temporaryStore } from '#store/testing.ts'
import { buildServer, type Server } from './build-server.ts'

const lines: string[] = []
const by = { direct: 0, fastify: 0 }
const held = { begun: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() }
const left = { begun: Promise.withResolvers<void>(), gone: Promise.withResolvers<void>() }
let serving = 'fastify'

/** `/echo` answers the same on both ways and counts them. */
const echo: Part = {
  name: 'echo',
  async routes(app, { direct }) {
    const answer = async (request: PlainRequest): Promise<PlainResponse> => {
      const { searchParams } = new URL(request.url, 'http://localhost')
      const body = JSON.stringify({ text: 'ä'.repeat(Number(searchParams.get('size') ?? 1)) })
      if (searchParams.has('crash')) throw new Error('nutmeg')
      if (searchParams.has('leave')) {
        left.begun.resolve()
        await left.gone.promise
        throw new Error('the client is gone')
      }
      if (searchParams.has('hold')) {
        held.begun.resolve()
        await held.released.promise
      }
      return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8', 'x-own': 'yes' }, body }
    }
    app.route({
      method: ['GET', 'POST'],
      url: '/echo',
      handler: async (request, reply) => {
        by.fastify++
        const { status, headers, body } = await answer(request)
        return reply.code(status).headers(headers).send(body)
      },
    })
    direct.set('/echo', async request => {
      by.direct++
      return answer(request)
    })
  },
}

async function start(trustProxy: string[] = []): Promise<{ server: Server; base: string; port: number }> {
  const config = { ...testConfig, logLevel: 'info' as const, trustProxy, metrics: 'public' as const }
  const limits = { running: 2, runningOfOne: 1, waiting: 4, waitingMs: 60_000 }
  const store = await temporaryStore('sqlite')
  const logTo = { write: (text: string) => lines.push(...text.trim().split('\n')) }
  const server = await buildServer({ store, clock: manualClock(), config, parts: [echo], limits, logTo })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  return { server, port, base: `http://127.0.0.1:${port}` }
}

let server: Server
let base: string
let port: number
before(async () => {
  ;({ server, base, port } = await start())
})
after(() => server.app.close())

/** The response, and which way it took. */
async function ask(url: string, init: RequestInit = {}) {
  const before = { ...by }
  const response = await fetch(url, init)
  const text = await response.text()
  serving = by.direct > before.direct ? 'direct' : 'fastify'
  if (by.direct > before.direct && by.fastify > before.fastify) serving = 'both'
  return { status: response.status, headers: response.headers, text, serving }
}

const comparable = (headers: Iterable<readonly [string, string | number | string[] | undefined]>) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !['date', 'keep-alive', 'connection', 'x-request-id', 'transfer-encoding'].includes(name))
      .map(([name, value]) => [name, String(value)])
      .sort(),
  )

test('sends the headers and the body that Fastify sends', async () => {
  const direct = await ask(`${base}/echo`)
  assert.equal(direct.serving, 'direct')
  const injected = await server.app.inject('/echo')
  assert.deepEqual(comparable(direct.headers), comparable(Object.entries(injected.headers)))
  assert.equal(direct.text, injected.body)
  assert.match(direct.headers.get('x-request-id')!, /^[0-9a-f]{8}-/)
})

test('compresses large responses for clients that accept it', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const plain = await ask(`${base}/echo?size=3000`, { headers: { 'accept-encoding': 'identity' } })
  const small = await ask(`${base}/echo`, { headers })
  const large = await ask(`${base}/echo?size=3000`, { headers })
  assert.equal(small.headers.get('content-encoding'), null)
  assert.deepEqual([large.headers.get('content-encoding'), large.headers.get('vary')], ['gzip', 'accept-encoding'])
  assert.deepEqual([large.serving, large.text], ['direct', plain.text])
  const injected = await server.app.inject({ url: '/echo?size=3000', headers })
  assert.equal(gunzipSync(injected.rawPayload).toString(), large.text)
  assert.deepEqual(comparable(large.headers), comparable(Object.entries(injected.headers)))
})

test('logs and counts requests like others', async () => {
  const { headers } = await ask(`${base}/echo?token=secret`)
  const own = () => lines.find(line => line.includes(`"reqId":"${headers.get('x-request-id')}"`))
  while (own() === undefined) await sleep(1)
  const { event, req, status, ms } = JSON.parse(own()!)
  assert.equal(event, 'request.completed')
  assert.deepEqual([req.method, req.ip, status, typeof ms], ['GET', '127.0.0.1', 200, 'number'])
  assert.ok(!req.url.includes('secret'))
  const metrics = await (await fetch(`${base}/metrics`)).text()
  assert.match(metrics, /parlance_http_requests_total\{method="GET",route="\/echo",status="200"\} [1-9]/)
})

test('leaves other methods, bodies and paths to Fastify', async () => {
  assert.equal((await ask(`${base}/echo`, { method: 'POST' })).serving, 'fastify')
  assert.equal((await ask(`${base}/echo`, { method: 'HEAD' })).serving, 'fastify')
  assert.equal((await ask(`${base}/echoes`)).status, 404)
})

test('lets Fastify report errors', async () => {
  const { status, text, serving: way } = await ask(`${base}/echo?crash`)
  assert.deepEqual([status, way], [500, 'both'])
  assert.match(JSON.parse(text).message, /request ID/)
  assert.doesNotMatch(text, /nutmeg/)
  assert.equal((await ask(`${base}/echo`)).serving, 'direct')
})

test('does not repeat a request whose client has left', async () => {
  const before = by.fastify
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /echo?leave HTTP/1.1\r\nHost: one\r\n\r\n')
  await left.begun.promise
  const connections = () => new Promise<number>(done => server.app.server.getConnections((_, count) => done(count)))
  const open = await connections()
  socket.destroy()
  while ((await connections()) >= open) await sleep(1)
  left.gone.resolve()
  assert.equal((await ask(`${base}/echo`)).serving, 'direct', 'it took up the only place of this caller')
  assert.equal(by.fastify, before)
})

test('rejects two Host headers', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /echo HTTP/1.1\r\nHost: one\r\nhost: two\r\n\r\n')
  const [data] = await once(socket, 'data')
  assert.match(String(data), /^HTTP\/1\.1 400 /)
  socket.destroy()
})

test('lets requests beyond the limit wait', async () => {
  const first = fetch(`${base}/echo?hold`)
  await held.begun.promise
  const second = fetch(`${base}/echo`)
  const metrics = async () => (await fetch(`${base}/metrics`)).text()
  while (!/^parlance_http_requests_waiting 1$/m.test(await metrics())) await sleep(5)
  held.released.resolve()
  assert.equal((await first).status, 200)
  assert.equal(await (await second).text(), '{"text":"ä"}')
})

test('behind a proxy, every request goes through Fastify', async () => {
  const other = await start(['127.0.0.1'])
  assert.equal((await ask(`${other.base}/echo`)).serving, 'fastify')
  await other.server.app.close()
})
