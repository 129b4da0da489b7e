import type { FastifyInstance } from 'fastify'
import { DatabaseHealth } from '#store/health.ts'
import type { Store } from '#store/store.ts'

/** /healthz: the process runs. /readyz: it can do its work, and is not about to stop. */
export function healthRoutes(app: FastifyInstance, store: Store, isStopping: () => boolean): void {
  const database = new DatabaseHealth(store)
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    const trouble = isStopping() ? 'The server is stopping.' : await database.trouble()
    return trouble === null ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', message: trouble })
  })
}
