import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { migrations } from '#store/migrations/index.ts'
import type { Store } from '#store/store.ts'

const PATIENCE_MS = 5000

/** Why the database cannot serve now, or null when it can. */
export async function databaseTrouble(store: Store): Promise<string | null> {
  try {
    const done = await withTimeout(sql<{ name: string }>`select name from migration`.execute(store.read))
    const applied = new Set(done.rows.map(row => row.name))
    const missing = migrations.find(migration => !applied.has(migration.name))
    return missing ? `The database lacks the migration ${missing.name}.` : null
  } catch {
    return 'The database does not answer.'
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('timeout')), PATIENCE_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** /healthz: the process runs. /readyz: it can do its work, and is not about to stop. */
export function healthRoutes(app: FastifyInstance, store: Store, isStopping: () => boolean): void {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    const trouble = isStopping() ? 'The server is stopping.' : await databaseTrouble(store)
    return trouble === null ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', message: trouble })
  })
}
