import type { FastifyInstance } from 'fastify'

/** Default headers of every response. Routes may override them. */
export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-frame-options', 'DENY')
    // Most responses depend on the caller, so shared caches must not store them unless a route allows it.
    reply.header('cache-control', 'private, no-cache')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    reply.header('x-request-id', request.id)
    done()
  })
}
