import type { FastifyInstance } from 'fastify'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'

const WRITING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * While the site is read-only, nobody changes anything of the translation platform. People may still log in and out, and
 * the wiki's API answers POST as it does GET: what would write there looks at the setting itself.
 */
export function refuseWrites(app: FastifyInstance, reason: string | null): void {
  if (reason === null) return
  app.addHook('onRequest', async (request, reply) => {
    if (!WRITING.has(request.method) || !/^\/api(?:\/|$|\?)/.test(request.url)) return
    const detail = `This site is read-only at present: ${reason}`
    // The same as the API's own answer while its database cannot be written to.
    return reply
      .code(503)
      .headers({ 'retry-after': String(READ_ONLY_RETRY_AFTER), 'cache-control': 'no-store' })
      .send({ type: 'server_error', errors: [{ code: 'read_only', detail, attr: null }], detail })
  })
}
