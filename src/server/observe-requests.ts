import type { FastifyInstance } from 'fastify'
import type { Metrics } from '#events/metrics.ts'

/** One log line and two numbers per request. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  const labels = ['method', 'route', 'status']
  const count = metrics.counter('parlance_http_requests_total', 'Requests answered.', labels)
  const duration = metrics.histogram('parlance_http_request_seconds', 'Time to answer a request.', ['method', 'route'])

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    // The pattern, not the address: labels must stay few.
    const route = request.routeOptions.url ?? 'none'
    count.add({ method, route, status: String(reply.statusCode) })
    duration.observe(reply.elapsedTime / 1000, { method, route })
    const milliseconds = Math.round(reply.elapsedTime * 100) / 100
    request.log.info({ req: request, status: reply.statusCode, ms: milliseconds }, 'request')
    done()
  })
}
