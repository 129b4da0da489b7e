import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestReads } from '#store/request-reads.ts'

/** Lets the steps of a request share what they read. Not earlier: reading the body would lose the context. */
export function cacheReads(app: FastifyInstance): void {
  const caches = new WeakMap<FastifyRequest, RequestReads>()
  app.addHook('preHandler', (request, _, done) => {
    const reads = new RequestReads()
    caches.set(request, reads)
    reads.run(done)
  })
  app.addHook('onSend', (request, _, payload, done) => {
    caches.get(request)?.end()
    done(null, payload)
  })
}
