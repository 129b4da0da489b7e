import type { FastifyInstance } from 'fastify'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'

const WRITING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Rejects writes to the translation API in read-only mode. Logging in and out still works. The wiki's API accepts POST
 * for reads, so its write modules check the setting themselves.
 */
export function refuseWrites(app: FastifyInstance, reason: string | null): void {
  if (reason === null) return
  app.addHook('onRequest', async (request, reply) => {
    if (!WRITING.has(request.method) || !/^\/api(?:\/|$|\?)/.test(request.url)) return
    const detail = `This site is currently read-only: ${reason}`
    // Same format as the API's own response when the database is not writable.
    return reply
      .code(503)
      .headers({ 'retry-after': String(READ_ONLY_RETRY_AFTER), 'cache-control': 'no-store' })
      .send({ type: 'server_error', errors: [{ code: 'read_only', detail, attr: null }], detail })
  })
}
