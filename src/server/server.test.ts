import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Part } from '#core/services.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { temporaryStore } from '#store/testing.ts'
import { buildServer, type Server } from './build-server.ts'
import { createApp } from './create-app.ts'

const logLines: string[] = []
const logTo = { write: (text: string) => logLines.push(...text.split('\n').filter(line => line !== '')) }

const hungUp = Promise.withResolvers<string>()
const slow = { begun: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() }

const demo: Part = {
  name: 'demo',
  async routes(app) {
    app.get('/demo/big', async () => ({ text: 'x'.repeat(5000) }))
    app.get('/demo/small', async () => ({ text: 'x' }))
    app.get('/demo/crash', async () => {
      throw new Error('the secret ingredient is nutmeg')
    })
    app.get('/demo/hold', async () => {
      const end = performance.now() + 800
      while (performance.now() < end);
      return 'at last'
    })
    app.get('/demo/user/:name', async ({ params }) => params)
    app.post('/demo/echo', async ({ body }) => ({ body }))
    app.get('/demo/hung-up', async request => {
      await once(request.raw.socket, 'close')
      hungUp.resolve(request.ip)
    })
    app.get('/demo/address', async request => request.ip.length)
    app.get('/demo/slow', async () => {
      slow.begun.resolve()
      await slow.released.promise
      return 'slow but sure'
    })
  },
}
const picky: Part = {
  name: 'picky',
  async routes(app) {
    app.setErrorHandler((_, __, reply) => reply.code(200).send({ own: 'format' }))
    app.get('/picky', async () => {
      throw new Error('anything')
    })
  },
}

let store: Store
let server: Server
let base: string
before(async () => {
  store = await temporaryStore('sqlite')
  const config = { ...testConfig, logLevel: 'info' as const }
  server = await buildServer({ store, clock: manualClock(), config, parts: [demo, picky], logTo })
  base = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => server.app.close())

/** Log lines of one request. Waits for the last one, which is written after the response. */
async function logOf(answer: { headers: Record<string, unknown> }): Promise<string[]> {
  const id = `"${answer.headers['x-request-id']}"`
  for (;;) {
    const lines = logLines.filter(line => line.includes(id))
    if (lines.some(line => line.includes('"event":"request.completed"'))) return lines
    await sleep(5)
  }
}

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

test('reports health and readiness', async () => {
  assert.deepEqual((await get('/healthz')).json(), { status: 'ok' })
  assert.deepEqual((await get('/readyz')).json(), { status: 'ready' })
})

test('a server with a missing migration is not ready and names it', async () => {
  const own = await temporaryStore('sqlite')
  const other = await buildServer({ store: own, clock: manualClock(), config: testConfig, parts: [] })
  await own.transaction(tx => sql`delete from migration where name = '0.1.0'`.execute(tx))
  const answer = await other.app.inject('/readyz')
  assert.equal(answer.statusCode, 503)
  assert.match(answer.json().message, /lacks the migration 0\.1\.0/)
  await other.app.close()
})

test('a server without its database is alive but not ready', async () => {
  const own = await temporaryStore('sqlite')
  const other = await buildServer({ store: own, clock: manualClock(), config: testConfig, parts: [] })
  await own.close()
  assert.equal((await other.app.inject('/healthz')).statusCode, 200)
  const answer = await other.app.inject('/readyz')
  assert.deepEqual([answer.statusCode, answer.json().message], [503, 'The database does not respond.'])
  await other.app.close()
})

test('logs what blocks the event loop and exposes state metrics', async () => {
  await get('/demo/hold')
  // On a busy machine, other requests may be logged before.
  const named = () => logLines.find(line => line.includes('"event":"server.blocked"') && line.includes('/demo/hold'))
  while (named() === undefined) await sleep(20)
  const line = JSON.parse(named()!)
  assert.ok(line.heldMs > 500 && line.began.includes('GET /demo/hold'), JSON.stringify(line))
  assert.ok(line.cpuMs > 0, JSON.stringify(line))
  const numbers = await (await fetch(`${base}/metrics`)).text()
  assert.match(numbers, /^parlance_event_loop_delay_seconds 0\.[5-9]|^parlance_event_loop_delay_seconds [1-9]/m)
  assert.match(numbers, /^parlance_jobs\{lane="main",state="waiting"\} 0$/m)
  assert.match(numbers, /^parlance_mails\{state="waiting"\} 0$/m)
  for (const what of ['database', 'wal', 'free'])
    assert.match(numbers, new RegExp(`^parlance_database_bytes\\{what="${what}"\\} \\d`, 'm'))
})

test('every response has security headers and a request id', async () => {
  for (const url of ['/', '/nosuch', '/demo/crash']) {
    const { headers } = await get(url)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.match(headers['x-request-id'] as string, /^[0-9a-f]{8}-/)
  }
})

test('responds with 404 to an unknown URL', async () => {
  const answer = await get('/no/such?token=abc')
  assert.equal(answer.statusCode, 404)
  assert.deepEqual(answer.json(), { error: 'not-found', message: 'There is nothing at /no/such.' })
})

test('hides details of internal errors from clients and logs them', async () => {
  const answer = await get('/demo/crash')
  assert.equal(answer.statusCode, 500)
  assert.ok(!answer.body.includes('nutmeg') && !answer.body.includes('.ts'))
  assert.ok((await logOf(answer)).some(line => line.includes('nutmeg')))
})

test('each API keeps its own error format', async () => {
  assert.deepEqual((await get('/picky')).json(), { own: 'format' })
  assert.equal((await get('/demo/crash')).json().error, 'internal-server-error')
})

test('logs one line per request, without secrets', async () => {
  const answer = await get('/demo/small?lgpassword=hunter2&lgtoken=t0ken&to%6Ben=enc0ded&titles=Main', {
    authorization: 'Token wlu_verysecret',
    cookie: 'parlance_session=cookiesecret',
  })
  const lines = await logOf(answer)
  assert.equal(lines.length, 1)
  const line = JSON.parse(lines[0]!) as { req: { url: string }; status: number; reqId: string; ms: number }
  assert.equal(line.req.url, '/demo/small?lgpassword=***&lgtoken=***&to%6Ben=***&titles=Main')
  assert.equal(line.status, 200)
  assert.ok(line.reqId && line.ms >= 0)
  for (const secret of ['hunter2', 't0ken', 'enc0ded', 'verysecret', 'cookiesecret'])
    assert.ok(!lines[0]!.includes(secret), secret)
})

test('compresses large responses for clients that accept it', async () => {
  const encoding = async (url: string, accept: string) =>
    (await get(url, { 'accept-encoding': accept })).headers['content-encoding']
  assert.equal(await encoding('/demo/big', 'gzip'), 'gzip')
  assert.equal(await encoding('/demo/big', 'gzip, br'), 'br')
  assert.equal(await encoding('/demo/big', ''), undefined)
  assert.equal(await encoding('/demo/small', 'gzip'), undefined)
})

test('metrics are grouped by route and only available locally', async () => {
  await get('/demo/user/Alice')
  await get('/demo/user/Bob')
  const text = await (await fetch(`${base}/metrics`)).text()
  assert.match(text, /parlance_http_requests_total\{method="GET",route="\/demo\/user\/:name",status="200"\} 2/)
  assert.match(text, /parlance_http_request_seconds_bucket/)
  assert.match(text, /process_cpu_seconds_total/)
  const proxied = await fetch(`${base}/metrics`, { headers: { 'x-forwarded-for': '198.51.100.7' } })
  assert.equal(proxied.status, 403)
})

test('accepts long path parameters and rejects overlong ones', async () => {
  assert.equal((await get(`/demo/user/${'x'.repeat(1000)}`)).statusCode, 200)
  assert.equal((await get(`/demo/user/${'x'.repeat(5000)}`)).statusCode, 414)
  assert.equal((await get('/demo/user/%E0%A4%A')).statusCode, 400)
})

test('rejects bodies that are malformed, too large or of an unknown type', async () => {
  const post = (payload: string, type: string) =>
    server.app.inject({ method: 'POST', url: '/demo/echo', payload, headers: { 'content-type': type } })
  assert.deepEqual((await post('{', 'application/json')).json(), {
    error: 'bad-request',
    message: 'The request body is not valid JSON.',
  })
  assert.equal((await post('<a/>', 'application/xml')).statusCode, 415)
  const large = await post(`"${'x'.repeat(16 * 1024 * 1024)}"`, 'application/json')
  assert.deepEqual([large.statusCode, large.json().message], [413, 'The request body is too large.'])
})

async function raw(text: string, address = base): Promise<string> {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(text)
  let answer = ''
  socket.on('data', data => {
    answer += data
  })
  await once(socket, 'close')
  return answer
}

test('responds to malformed requests and oversized headers, then closes the connection', async () => {
  assert.match(await raw('hello there\r\n\r\n'), /^HTTP\/1\.1 400 .*not valid HTTP/s)
  const huge = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`
  assert.match(await raw(huge), /^HTTP\/1\.1 431 .*64 KiB/s)
  const smuggled =
    'POST /demo/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  assert.match(await raw(smuggled), /^HTTP\/1\.1 400 /)
})

test('rejects a request with two Host headers', async () => {
  assert.match(
    await raw('GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'),
    /^HTTP\/1\.1 400 .*more than one Host header/s,
  )
})

test('keeps the address of a client that disconnects, and logs no error for it', async () => {
  const { port } = new URL(base)
  const send = async (path: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }
  const socket = await send('/demo/hung-up')
  await sleep(50)
  socket.destroy()
  assert.equal(await hungUp.promise, '127.0.0.1')
  for (let i = 0; i < 30; i++) (await send('/demo/address')).resetAndDestroy()
  await fetch(`${base}/demo/small`)
  const failed = logLines.filter(line => line.includes('"/demo/address"') && line.includes('"level":50'))
  assert.deepEqual(failed, [])
})

test('gives the lines of the HTTP library an event', async () => {
  const { log } = server.app
  const before = logLines.length
  log.info('a text')
  log.warn({ place: 'here' }, 'an object')
  log.error(new Error('broken'))
  log.info('')
  while (!logLines.some(line => line.includes('broken'))) await sleep(5)
  const fresh = logLines.slice(before).map(line => JSON.parse(line))
  const lines = fresh.filter(({ event }) => event === 'http.library')
  assert.deepEqual(
    lines.map(({ msg, place, err }) => [msg, place, err?.message]),
    [
      ['a text', undefined, undefined],
      ['an object', 'here', undefined],
      ['broken', undefined, 'broken'],
    ],
  )
})

test('responds with 408 to clients that send too slowly', async t => {
  const app = createApp({ config: testConfig, limits: { headersMs: 200, requestMs: 400, checkMs: 50 } })
  app.post('/', async ({ body }) => ({ body }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const slowHead = await raw('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', address)
  assert.match(slowHead, /^HTTP\/1\.1 408 .*did not arrive in time/s)
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n'
  assert.match(await raw(`${head}[1,`, address), /^HTTP\/1\.1 408 /)
})

test('closing the server finishes pending requests', async () => {
  const own = await buildServer({ store, clock: manualClock(), config: testConfig, parts: [demo] })
  const address = await own.app.listen({ host: '127.0.0.1', port: 0 })
  const begun = request(`${address}/demo/slow`, { headers: { connection: 'keep-alive' } }).end()
  await slow.begun.promise
  const closed = own.app.close()
  while ((await own.app.inject('/readyz').catch(() => ({ statusCode: 503 }))).statusCode === 200) await sleep(1)
  slow.released.resolve()
  const [response] = await once(begun, 'response')
  assert.equal(response.headers.connection, 'close')
  const chunks: string[] = []
  for await (const chunk of response.setEncoding('utf8')) chunks.push(chunk as string)
  assert.equal(chunks.join(''), 'slow but sure')
  await closed
  await assert.rejects(fetch(`${address}/healthz`))
})

test('closing has no timeout', async t => {
  const app = createApp({ config: { logLevel: 'silent', trustProxy: [] } })
  const [begun, busy] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.addHook('preClose', () => {
    begun.resolve()
    return busy.promise
  })
  await app.ready()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const closed = app.close()
  await begun.promise
  t.mock.timers.tick(60_000)
  busy.resolve()
  t.mock.timers.reset()
  await closed
})

test('a read-only site rejects writes with the reason and still serves reads', async () => {
  const config = { ...testConfig, readOnly: 'The disk is being changed.' }
  const other = await buildServer({ store: await temporaryStore('sqlite'), clock: manualClock(), config, parts: [] })
  const answer = await other.app.inject({ method: 'POST', url: '/api/projects/' })
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '60'])
  const detail = 'This site is currently read-only: The disk is being changed.'
  assert.deepEqual(answer.json(), { type: 'server_error', errors: [{ code: 'read_only', detail, attr: null }], detail })
  assert.equal((await other.app.inject('/favicon.svg')).statusCode, 200)
  await other.app.close()
})
