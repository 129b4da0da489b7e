import type { FastifyInstance } from 'fastify'

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
    return reply.code(503).send({ type: 'server_error', errors: [{ code: 'read_only', detail, attr: null }] })
  })
}
