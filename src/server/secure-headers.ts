import type { FastifyInstance } from 'fastify'

/** What every answer carries unless a route says otherwise. */
export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-frame-options', 'DENY')
    // Nearly every answer depends on who asks, so no shared cache keeps one whose route does not say that it may.
    reply.header('cache-control', 'private, no-cache')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    reply.header('x-request-id', request.id)
    done()
  })
}
