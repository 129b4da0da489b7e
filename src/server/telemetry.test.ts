// Traces and metrics, sent to a collector that parses them.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#core/config.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { guardedFetch } from '#net/guarded-fetch.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { activeSpan, KIND, Span } from '#tracing/span.ts'
import { SpanQueue } from '#tracing/span-queue.ts'
import { readTraceparent } from '#tracing/trace-context.ts'
import { buildServer, type Server } from './build-server.ts'
import { loadParts } from './parts.ts'
import { attributesOf, TestCollector } from './testing-collector.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
/** Of a job that no other job delays. */
const LANE = 'telemetry-test'
const traceparent = `00-${TRACE}-${PARENT}-01`

onEachEngine('telemetry', (open, engine) => {
  let store: Store
  const clock = manualClock()
  const collector = new TestCollector()
  let lines: Record<string, unknown>[] = []
  before(async () => {
    store = await open()
    await collector.listen()
  })
  after(() => collector.close())
  beforeEach(() => {
    collector.answer = null
    collector.spans.length = 0
    collector.requests.length = 0
    lines = []
  })

  /** A server that is closed after the work, which sends what is left. */
  async function serving<T>(config: Partial<Config>, work: (server: Server) => Promise<T>): Promise<T> {
    const server = await buildServer({
      store,
      clock,
      config: { ...testConfig, logLevel: 'info', otlpEndpoint: collector.url, ...config },
      parts: await loadParts(),
      logTo: {
        write: text =>
          lines.push(
            ...text
              .trimEnd()
              .split('\n')
              .map(line => JSON.parse(line)),
          ),
      },
    })
    try {
      return await work(server)
    } finally {
      await server.app.close()
    }
  }
  const edit = ({ app }: Server, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/w/api.php',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ action: 'edit', title: 'T', text: 'x', token: '+\\', format: 'json' }).toString(),
    })

  test('continues the trace of the client, with the transaction as a child', async () => {
    const headers = { 'api-key': 'a,b' }
    const answer = await serving({ otlpHeaders: headers, otlpServiceName: 'site' }, server =>
      edit(server, { traceparent }),
    )
    assert.equal(answer.json().edit.result, 'Success')
    const request = collector.spans.find(span => span.kind === KIND.server)!
    assert.deepEqual([request.traceId, request.parentSpanId, request.name], [TRACE, PARENT, 'POST /w/api.php'])
    const facts = attributesOf(request)
    assert.equal(facts['http.request.method'], 'POST')
    assert.equal(facts['http.route'], '/w/api.php')
    assert.equal(facts['http.response.status_code'], '200')
    assert.equal(facts['parlance.request.id'], answer.headers['x-request-id'])
    assert.ok(BigInt(request.endTimeUnixNano) > BigInt(request.startTimeUnixNano))
    const transaction = collector.spans.find(
      span => span.name === 'transaction' && span.parentSpanId === request.spanId,
    )!
    assert.equal(transaction.traceId, TRACE)
    assert.equal(attributesOf(transaction)['db.system.name'], engine === 'sqlite' ? 'sqlite' : 'postgresql')
    const statements = Number(attributesOf(transaction)['parlance.db.statements'])
    assert.ok(statements > 0 && Number(facts['parlance.db.statements']) >= statements)
    assert.equal(collector.resource['service.name'], 'site')
    assert.equal(collector.requests[0]!.headers['api-key'], 'a,b')
    const line = lines.find(each => each.event === 'request.completed')!
    assert.deepEqual([line.trace_id, line.reqId], [TRACE, answer.headers['x-request-id']])
  })

  test('records what the client or the sampling asks for', async () => {
    await serving({ otlpSampling: 0 }, async server => {
      await edit(server)
      await edit(server, { traceparent: traceparent.replace(/01$/, '00') })
      await edit(server, { traceparent })
      await edit(server, { traceparent: 'nonsense' })
    })
    const requests = collector.spans.filter(span => span.kind === KIND.server)
    assert.deepEqual(
      requests.map(span => span.traceId),
      [TRACE],
    )
  })

  test('marks failed requests, and names requests without a route by their method', async () => {
    await serving({}, async ({ app }) => {
      app.log.level = 'silent'
      await app.inject('/no/such/page')
    })
    const [span] = collector.spans.filter(each => each.kind === KIND.server)
    assert.equal(span!.name, 'GET')
    assert.equal(attributesOf(span!)['http.response.status_code'], '404')
    assert.deepEqual(span!.status, {})
  })

  test('traces jobs and their outbound requests, which carry the trace on', async () => {
    await serving({}, async ({ services }) => {
      const { jobs, log } = services
      const handle = async () => {
        await guardedFetch(`${collector.url}/outside`, 'any', { method: 'POST', body: '{}' })
        log('live.follow_failed', { err: new Error('in a job') })
      }
      jobs.handle('telemetry-test', handle, LANE)
      await store.transaction(tx => jobs.enqueue(tx, { kind: 'telemetry-test' }))
      await new JobRunner({ store, jobs, log, lane: LANE, leaseClock: clock }).drain()
    })
    const job = collector.spans.find(span => span.name === 'job telemetry-test')!
    const outside = collector.spans.find(span => span.parentSpanId === job.spanId && span.kind === KIND.client)!
    assert.equal(attributesOf(outside)['http.response.status_code'], '200')
    const { headers } = collector.requests.find(({ path }) => path === '/outside')!
    assert.equal(headers.traceparent, `00-${job.traceId}-${outside.spanId}-01`)
    assert.equal(lines.find(line => line.event === 'live.follow_failed')!.trace_id, job.traceId)
  })

  test('sends metrics', async () => {
    const named = (name: string) => collector.metrics.find(metric => metric.name === name)
    await serving({ otlpMetricSeconds: 1, otlpSignals: ['metrics'] }, async server => {
      await edit(server, { traceparent })
      while (!(named('parlance_http_requests_total')?.sum.dataPoints.length > 0)) await sleep(50)
    })
    const { sum } = named('parlance_http_requests_total')
    assert.equal(sum.isMonotonic, true)
    assert.deepEqual(attributesOf(sum.dataPoints[0]), { method: 'POST', route: '/w/api.php', status: '200' })
    const { count, bucketCounts, explicitBounds } = named('parlance_http_request_seconds').histogram.dataPoints[0]
    assert.equal(bucketCounts.length, explicitBounds.length + 1)
    assert.equal(
      bucketCounts.reduce((all: number, each: string) => all + Number(each), 0),
      Number(count),
    )
    assert.ok(named('parlance_jobs').gauge.dataPoints.length > 0)
    assert.deepEqual(collector.spans, [])
  })

  test('a collector that fails or hangs breaks nothing', async () => {
    const failing = (status: number) => (response: { writeHead(status: number): { end(): void } }) =>
      response.writeHead(status).end()
    for (const answer of [failing(500), failing(503), () => {}]) {
      collector.answer = answer
      const metrics = await serving({ metrics: 'public' }, async server => {
        for (let i = 0; i < 20; i++) assert.equal((await edit(server)).statusCode, 200)
        return (await server.app.inject('/metrics')).body
      })
      assert.match(metrics, /parlance_telemetry_spans_total/)
    }
    // No one listens there.
    await serving({ otlpEndpoint: 'http://127.0.0.1:9' }, async server => {
      assert.equal((await edit(server)).statusCode, 200)
    })
  })

  test('keeps a limited number of spans while the collector hangs, and counts the others', async () => {
    const waiting = Promise.withResolvers<void>()
    collector.answer = response => void waiting.promise.then(() => response.end('{}'))
    const counts = { sent: 0, dropped: 0, failed: 0 }
    const queue = new SpanQueue({ endpoint: collector.url, headers: {} }, {}, 1, outcome => void counts[outcome]++)
    const parent = { traceId: TRACE, spanId: PARENT, isSampled: true }
    for (let i = 0; i < 10_000; i++) queue.record(new Span(`span ${i}`, KIND.internal, {}, parent))
    // One batch is under way.
    assert.deepEqual(counts, { sent: 0, dropped: 10_000 - 2048 - 512, failed: 0 })
    waiting.resolve()
    while (counts.sent + counts.failed < 2048 + 512) await sleep(50)
    await queue.stop()
  })

  test('does nothing without a collector', async () => {
    await serving({ otlpEndpoint: null }, async server => {
      await edit(server, { traceparent })
      assert.equal(activeSpan(), undefined)
    })
    assert.deepEqual(collector.requests, [])
    assert.ok(lines.every(line => line.trace_id === undefined))
  })
})

test('reads the header of W3C Trace Context', () => {
  assert.deepEqual(readTraceparent(traceparent), { traceId: TRACE, spanId: PARENT, isSampled: true })
  // A later version may have more parts and other flags.
  assert.equal(readTraceparent(`01-${TRACE}-${PARENT}-03-more`)?.isSampled, true)
  assert.equal(readTraceparent(`00-${TRACE}-${PARENT}-02`)?.isSampled, false)
  for (const header of [
    undefined,
    '',
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${PARENT}`,
  ])
    assert.equal(readTraceparent(header), null, header)
})
