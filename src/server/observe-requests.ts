import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logEvent } from '#events/log.ts'
import type { Metrics } from '#events/metrics.ts'

type Observe = (request: FastifyRequest, reply: FastifyReply) => void

/** Logs each request and records its metrics. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
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
      logEvent(request.log, 'request.completed', { req: request, status: reply.statusCode, ms })
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
}

const isEventStream = (reply: FastifyReply): boolean =>
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
