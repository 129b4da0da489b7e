import type { FastifyInstance } from 'fastify'

/** Default headers of every response. Routes may override them. */
export const secureHeadersFor = (requestId: string): Record<string, string | string[]> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Most responses depend on the caller, so shared caches must not store them unless a route allows it.
  'cache-control': 'private, no-cache',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-request-id': requestId,
})

export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(secureHeadersFor(request.id))
    done()
  })
}
