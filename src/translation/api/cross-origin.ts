import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': [
    ...['Accept', 'Accept-Language', 'Authorization', 'Content-Type', 'Idempotency-Key'],
    ...['If-Match', 'If-Modified-Since', 'If-None-Match', 'X-Parlance-Assert', 'X-Parlance-Assert-User'],
  ].join(', '),
  'Access-Control-Max-Age': '600',
}

const EXPOSED = [
  ...['Allow', 'Content-Disposition', 'ETag', 'Idempotency-Replayed', 'Location', 'RateLimit', 'RateLimit-Policy'],
  ...['Retry-After', 'X-Checks-Pending'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
].join(', ')

/**
 * Lets scripts on other sites use the API if the operator allows their origin. Such scripts need an API key: responses
 * never allow credentials, so a browser does not send anyone's session cookie along.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const any = origins.includes('*')
  const allowed = ({ headers: { origin } }: FastifyRequest): string | null => {
    if (origin === undefined) return null
    return any ? '*' : origins.includes(origin) ? origin : null
  }
  app.addHook('onRequest', (request, reply, done) => {
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isPreflight || allowed(request) === null) return done()
    reply.code(204).headers(PREFLIGHT).send()
  })
  app.addHook('onSend', (request, reply, _, done) => {
    const origin = allowed(request)
    if (origin !== null)
      reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED })
    // Shared caches must keep the responses for different origins apart.
    if (!any) varyByOrigin(reply)
    done()
  })
}

function varyByOrigin(reply: FastifyReply): void {
  const existing = reply.getHeader('Vary')
  reply.header('Vary', existing === undefined ? 'Origin' : `${String(existing)}, Origin`)
}
