import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestReads } from '#store/request-reads.ts'

const READS = Symbol('reads')

type WithReads = FastifyRequest & { [READS]?: RequestReads }

/** Lets the steps of a request share what they read. Not earlier: reading the body would lose the context. */
export function cacheReads(app: FastifyInstance): void {
  app.addHook('preHandler', (request: WithReads, _, done) => {
    const reads = new RequestReads()
    request[READS] = reads
    reads.run(done)
  })
  app.addHook('onSend', (request: WithReads, _, payload, done) => {
    request[READS]?.end()
    done(null, payload)
  })
}
