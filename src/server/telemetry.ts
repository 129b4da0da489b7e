import { hostname } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '#core/config.ts'
import type { LogWriter } from '#events/log.ts'
import type { Metrics } from '#events/metrics.ts'
import { type MetricValues, metricsBody } from '#tracing/otlp.ts'
import { type Collector, sendOtlp } from '#tracing/send-otlp.ts'
import { type Attributes, activeSpan, KIND, now, recordSpans, Span, within } from '#tracing/span.ts'
import { SpanQueue } from '#tracing/span-queue.ts'
import { readTraceparent } from '#tracing/trace-context.ts'

interface Parts {
  readonly config: Config
  readonly metrics: Metrics
  readonly registry: () => Promise<Registry>
  readonly version: string
}

/** Sends traces and metrics of this process to an OpenTelemetry collector, if one is set. Null if not. */
export function startTelemetry(app: FastifyInstance, { config, metrics, registry, version }: Parts): object | null {
  if (config.otlpEndpoint === null) return null
  const collector = { endpoint: config.otlpEndpoint, headers: config.otlpHeaders }
  const resource = {
    'service.name': config.otlpServiceName,
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
    'host.name': hostname(),
    'process.pid': process.pid,
  }
  const sends = (signal: string) => config.otlpSignals.includes(signal)
  if (sends('traces')) sendTraces(app, collector, resource, config.otlpSampling, metrics)
  if (sends('metrics')) sendMetrics(app, collector, resource, config.otlpMetricSeconds * 1000, registry)
  return collector
}

const SPAN = Symbol('span')
type Traced = FastifyRequest & { [SPAN]?: Span }

function sendTraces(
  app: FastifyInstance,
  collector: Collector,
  resource: Attributes,
  share: number,
  metrics: Metrics,
): void {
  const count = metrics.counter('parlance_telemetry_spans_total', 'Spans by outcome: sent, dropped, failed.', [
    'outcome',
  ])
  const counts = Object.fromEntries(
    (['sent', 'dropped', 'failed'] as const).map(outcome => [outcome, count.of({ outcome })]),
  )
  const queue = new SpanQueue(collector, resource, share, outcome => counts[outcome]!.add())
  const stop = recordSpans(queue)
  app.addHook('onClose', async () => {
    stop()
    await queue.stop()
  })
  app.addHook('onRequest', (request: Traced, reply, done) => {
    const { traceparent } = request.headers
    const parent = readTraceparent(typeof traceparent === 'string' ? traceparent : undefined)
    const span = new Span(request.method, KIND.server, { 'http.request.method': request.method }, parent, request.id)
    request[SPAN] = span
    request.log = request.log.child({ trace_id: span.traceId })
    reply.log = request.log
    done()
  })
  // Not earlier: reading the body would lose the context.
  app.addHook('preHandler', (request: Traced, _, done) => within(request[SPAN]!, done))
  app.addHook('onResponse', (request: Traced, reply, done) => {
    const span = request[SPAN]
    if (span !== undefined) endRequest(span, request, reply.statusCode)
    done()
  })
}

function endRequest(span: Span, request: FastifyRequest, status: number): void {
  // The route instead of the path, which may contain names and tokens.
  const route = request.is404 ? undefined : request.routeOptions.url
  span.name = route === undefined ? request.method : `${request.method} ${route}`
  Object.assign(span.attributes, {
    'http.route': route,
    'http.response.status_code': status,
    'url.scheme': request.protocol,
    'parlance.request.id': request.id,
    'parlance.db.statements': span.statements,
  })
  span.hasFailed = status >= 500
  span.end()
}

/** One request at a time: while the collector is slow, metrics are left out. */
function sendMetrics(
  app: FastifyInstance,
  collector: Collector,
  resource: Attributes,
  everyMs: number,
  registry: () => Promise<Registry>,
): void {
  let isSending = false
  const send = async (): Promise<void> => {
    if (isSending) return
    isSending = true
    try {
      const values = (await (await registry()).getMetricsAsJSON()) as unknown as MetricValues[]
      await sendOtlp(collector, '/v1/metrics', metricsBody(resource, values, performance.timeOrigin, now()))
    } finally {
      isSending = false
    }
  }
  let timer: NodeJS.Timeout | undefined
  // The first reading fixes which metrics there are, so all parts must have registered theirs.
  app.addHook('onReady', async () => {
    timer = setInterval(() => void send().catch(() => {}), everyMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Adds the trace and the request to lines that are written during a request or job. */
export function withTrace(writer: LogWriter): LogWriter {
  const fields = () => {
    const span = activeSpan()
    return span && { trace_id: span.traceId, ...(span.requestId !== undefined && { reqId: span.requestId }) }
  }
  return {
    info: (line, message) => writer.info({ ...fields(), ...line }, message),
    warn: (line, message) => writer.warn({ ...fields(), ...line }, message),
    error: (line, message) => writer.error({ ...fields(), ...line }, message),
  }
}
