import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '#events/metrics.ts'

type Observe = (request: FastifyRequest, reply: FastifyReply) => void

/** One log line and two numbers per request. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  const count = metrics.counter('parlance_http_requests_total', 'Requests answered.', ['method', 'route', 'status'])
  const duration = metrics.histogram('parlance_http_request_seconds', 'Time to answer a request.')

  /** Labels carry the route's pattern, not the address: they must stay few. */
  const observing = (route: string): Observe => {
    const durations = kept((method: string) => duration.of({ method, route }))
    const counts = kept((method: string) =>
      kept((status: number) => count.of({ method, route, status: String(status) })),
    )
    return (request, reply) => {
      const { method } = request
      const milliseconds = reply.elapsedTime
      counts(method)(reply.statusCode).add()
      // A stream of events lasts as long as somebody listens, which says nothing about the server.
      if (!isEventStream(reply)) durations(method).observe(milliseconds / 1000)
      const ms = Math.round(milliseconds * 100) / 100
      request.log.info({ req: request, status: reply.statusCode, ms }, 'request')
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
  const observeLost = observing('none')
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) observeLost(request, reply)
    done()
  })
}

const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

/** Makes something once for each key. */
function kept<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return key => {
    let value = known.get(key)
    if (value === undefined) {
      value = make(key)
      known.set(key, value)
    }
    return value
  }
}
