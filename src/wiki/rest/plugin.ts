import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CredentialError } from '#accounts/credential-error.ts'
import { logOutage } from '#events/log-outage.ts'
import { goneSignal } from '#html/gone.ts'
import { unavailability } from '#store/store-error.ts'
import type { ActionApi } from '../api/main.ts'
import type { Wiki } from '../wiki.ts'
import { performRest, type RestResponse } from './perform.ts'
import { errorBody, RestError } from './rest-error.ts'

const MAX_BODY = 20 * 1024 * 1024

/** Mounts MediaWiki's REST API. It does its own routing, so every response has the same format. */
export async function mountRestApi(app: FastifyInstance, wiki: Wiki, api: ActionApi): Promise<void> {
  // The last path is the script path of the wiki, which an import may have changed.
  const roots = new Set(['/w/rest.php', '/rest.php', `${wiki.site.info.general.scriptpath ?? ''}/rest.php`])
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    for (const root of roots)
      for (const url of [root, `${root}/*`])
        scope.all(url, { exposeHeadRoute: false, bodyLimit: MAX_BODY }, (request, reply) =>
          answer(wiki, api, root, request, reply),
        )
  })
}

async function answer(
  wiki: Wiki,
  api: ActionApi,
  root: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [address, query = ''] = splitOnce(request.raw.url!, '?')
  const path = address.slice(root.length)
  reply.header('vary', 'Cookie, Authorization, Origin')
  allowOrigin(wiki, request, reply)
  return send(reply, await respond(wiki, api, { path, query }, request, reply))
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Origins that the site trusts may read responses, with the cookies of their visitors. */
function allowOrigin({ services }: Wiki, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers
  if (origin === undefined || !services.config.wikiOrigins.includes(origin)) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After',
  })
}

async function respond(
  wiki: Wiki,
  api: ActionApi,
  address: { readonly path: string; readonly query: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RestResponse> {
  const { callers } = wiki.services
  const header = (name: string) => {
    const value = request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  }
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  let signal: AbortSignal | undefined
  const gone = () => {
    signal ??= goneSignal(reply)
    return signal
  }
  try {
    const isAnonymous = !(request.headers.cookie || request.headers.authorization)
    const caller = isAnonymous ? callers.anonymous(request.ip) : await callers.identify(request, 'wiki')
    return await performRest(
      wiki,
      api,
      { ...address, method: request.method, ip: request.ip, body, header, gone },
      caller,
    )
  } catch (error) {
    if (error instanceof CredentialError)
      return failed(
        wiki,
        new RestError(error.problem === 'scope' ? 403 : 401, error.message, { error: 'rest-invalid-credentials' }),
      )
    const unavailable = unavailability(error)
    if (unavailable === null) throw error
    logOutage(request.log, unavailable)
    const headers = { 'retry-after': String(unavailable.retryAfter) }
    return failed(wiki, new RestError(503, unavailable.message, { error: 'rest-unavailable' }, headers))
  }
}

const failed = async (wiki: Wiki, error: RestError): Promise<RestResponse> => ({
  status: error.status,
  headers: error.headers,
  body: await errorBody(wiki, error),
})

function send(reply: FastifyReply, { status, headers, body }: RestResponse): FastifyReply {
  reply.code(status).headers(headers)
  if (body === null) return reply.send()
  if (typeof body === 'string') return reply.type('text/html; charset=utf-8').send(body)
  return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(body)))
}
