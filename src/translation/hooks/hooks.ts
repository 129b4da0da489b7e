import type { FastifyInstance, FastifyReply } from 'fastify'
import { HOOKS } from './services.ts'

const MAX_BODY = 1024 * 1024

const say = (reply: FastifyReply, code: number, status: 'success' | 'failure', message: string): FastifyReply =>
  reply
    .code(code)
    .header('Content-Type', 'application/json')
    .send(Buffer.from(JSON.stringify({ status, message })))

/**
 * Notices from code hosting services that something was pushed. Components keep their files in the database and have no
 * repository, so a notice is read and understood, and the truth about it is that no repository here is meant.
 */
export async function hooks(app: FastifyInstance): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      if ((error.statusCode ?? 500) >= 500) request.log.error({ err: error }, 'a notice could not be read')
      return say(reply, error.statusCode ?? 500, 'failure', 'The notice could not be read.')
    })
    scope.all('/hooks/:service/', async (request, reply) => {
      const { service } = request.params as { service: string }
      const understand = Object.hasOwn(HOOKS, service) ? HOOKS[service] : undefined
      if (understand === undefined)
        return say(reply, 404, 'failure', `There is no such service. There are ${Object.keys(HOOKS).join(', ')}.`)
      if (request.method !== 'POST') return say(reply.header('Allow', 'POST'), 405, 'failure', 'Notices come by POST.')
      const payload = payloadOf(request.body, request.headers['content-type'] ?? '')
      if (payload === null) return say(reply, 400, 'failure', 'Could not parse JSON payload!')
      const notice = understand(payload)
      if (notice.kind === 'unreadable') return say(reply, 400, 'failure', 'Invalid data in json payload!')
      if (notice.kind === 'ping') return say(reply, 201, 'success', 'Hook working')
      return say(reply, 202, 'failure', 'No matching repositories found!')
    })
  })
}

/** JSON, or a form with JSON in its member `payload`. */
function payloadOf(body: unknown, type: string): Record<string, unknown> | null {
  const sent = Buffer.isBuffer(body) ? body.toString('utf8') : ''
  const json = /^application\/x-www-form-urlencoded\b/i.test(type) ? new URLSearchParams(sent).get('payload') : sent
  try {
    const value: unknown = JSON.parse(json ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
