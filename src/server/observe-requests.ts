import type { FastifyInstance, FastifyReply } from 'fastify'
import { type LogWriter, logEvent } from '#events/log.ts'
import { LOG_EVENTS } from '#events/log-events.ts'
import type { Metrics } from '#events/metrics.ts'

interface ObservedRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly ip: string
  readonly log: LogWriter
}

/** Fastify's requests and replies qualify. */
type Observe = (request: ObservedRequest, reply: Pick<FastifyReply, 'statusCode' | 'elapsedTime' | 'getHeader'>) => void

/**
 * Logs each request and records its metrics. Returns what does so for a route outside of Fastify. With `isTraced`, the
 * lines need the loggers of the requests, which know the trace.
 */
export function observeRequests(app: FastifyInstance, metrics: Metrics, isTraced: boolean): (route: string) => Observe {
  const log = isTraced ? logWithTrace : quickLog(app)
  const count = metrics.counter('parlance_http_requests_total', 'Number of HTTP requests.', [
    'method',
    'route',
    'status',
  ])
  const duration = metrics.histogram('parlance_http_request_seconds', 'Duration of HTTP requests in seconds.')

  /** Labels use the route pattern instead of the URL to limit their number. */
  const observing = (route: string): Observe => {
    const durations = memoize((method: string) => duration.of({ method, route }))
    const counts = memoize((method: string) =>
      memoize((status: number) => count.of({ method, route, status: String(status) })),
    )
    return (request, reply) => {
      const { method } = request
      const milliseconds = reply.elapsedTime
      counts(method)(reply.statusCode).add()
      // The duration of an event stream depends on the client.
      if (!isEventStream(reply)) durations(method).observe(milliseconds / 1000)
      const ms = Math.round(milliseconds * 100) / 100
      log(request, reply.statusCode, ms)
    }
  }

  app.addHook('onRoute', route => {
    const observe = observing(route.url)
    const before = route.onResponse ?? []
    route.onResponse = [
      ...(Array.isArray(before) ? before : [before]),
      (request, reply, done) => {
        observe(request, reply)
        done()
      },
    ]
  })
  const observeUnmatched = observing('none')
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) observeUnmatched(request, reply)
    done()
  })
  return observing
}

type LogRequest = (request: ObservedRequest, status: number, ms: number) => void

const logWithTrace: LogRequest = (request, status, ms) =>
  logEvent(request.log, 'request.completed', { req: request, status, ms })

/**
 * Writes the same lines with one logger for all requests, which does not look for secrets: none of the fields has any,
 * as the URL is redacted when it is written. Looking takes four times as long as writing the line.
 */
function quickLog(app: FastifyInstance): LogRequest {
  const lines = app.log.child({}, { redact: [] })
  const event = 'request.completed'
  const { level, message } = LOG_EVENTS[event]
  return (req, status, ms) => lines[level]({ reqId: req.id, event, req, status, ms }, message)
}

const isEventStream = (reply: Pick<FastifyReply, 'getHeader'>): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

function memoize<K, V>(make: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>()
  return key => {
    let value = values.get(key)
    if (value === undefined) {
      value = make(key)
      values.set(key, value)
    }
    return value
  }
}
