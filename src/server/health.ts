import type { FastifyInstance } from 'fastify'
import { FILES_NOT_SHARED, type FileStoreRegistry } from '#core/file-store-registry.ts'
import { DatabaseHealth, type HealthOptions } from '#store/health.ts'
import type { Store } from '#store/store.ts'

/**
 * /healthz: the process is running. /readyz: it can serve requests and is not stopping. Other problems are warnings.
 */
export function healthRoutes(
  app: FastifyInstance,
  store: Store,
  fileStores: FileStoreRegistry,
  { isStopping, ...options }: HealthOptions & { readonly isStopping: () => boolean },
): void {
  const database = new DatabaseHealth(store, options)
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    const trouble = isStopping() ? 'The server is stopping.' : await database.trouble()
    if (trouble !== null) return reply.code(503).send({ status: 'not ready', message: trouble })
    // Public, so the paths of the stores and the addresses of replicas are not included.
    const others = await fileStores.others().catch(() => [])
    const replicas = store.replicas().map(({ state, lag }, i) => ({ replica: i + 1, state, lag }))
    return {
      status: 'ready',
      ...(others.length > 0 && { warnings: [FILES_NOT_SHARED] }),
      ...(replicas.length > 0 && { replicas }),
    }
  })
}
