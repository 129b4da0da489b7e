import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logEvent } from '#events/log.ts'
import { logOutage } from '#events/log-outage.ts'
import type { Face } from '#html/face.ts'
import { html } from '#html/html.ts'
import { PAGE_HEADERS, page } from '#html/page.ts'
import { STATUS_TEXTS } from '#html/status-texts.ts'
import { type StoreUnavailable, unavailability } from '#store/store-error.ts'
import { redactUrl } from './redact-url.ts'

/** Messages for requests that Fastify rejects before our code runs. */
const texts: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not supported.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty, but the content type is JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the request body does not match Content-Length.',
  FST_ERR_BAD_URL: 'The URL is malformed.',
}

const slug = (status: number): string => (STATUS_TEXTS[status] ?? 'error').toLowerCase().replaceAll(' ', '-')

/** Handles errors outside the two APIs, which have their own formats. Internal details go only to the log. */
export function answerErrors(app: FastifyInstance, face: () => Face): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The client has disconnected.
    if (error.name === 'AbortError' && reply.raw.destroyed) return reply.code(499).send()
    const unavailable = unavailability(error)
    if (unavailable) return sendUnavailable(unavailable, request, reply, face())
    const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500
    if (status < 500) {
      const message = texts[error.code] ?? error.message
      return reply.code(status).send({ error: slug(status), message })
    }
    logEvent(request.log, 'request.failed', { err: error, req: request })
    const message = `Something went wrong. Give this request ID to the site administrators: ${request.id}`
    return reply.code(status).send({ error: slug(status), message })
  })

  app.setNotFoundHandler((request, reply) => {
    const [path] = redactUrl(request.url).split('?')
    if (request.headers.accept?.includes('text/html')) {
      const content = html`<h1>Page not found</h1>
        <p>There is no page at <code>${path}</code>. <a href="/">Go to the home page</a>.</p>`
      return reply
        .code(404)
        .headers(PAGE_HEADERS)
        .send(page('Page not found', content, { face: face() }))
    }
    return reply.code(404).send({ error: 'not-found', message: `There is nothing at ${path}.` })
  })
}

/** Responds while the database is unavailable: with a page to browsers, with JSON to others. */
function sendUnavailable(
  unavailable: StoreUnavailable,
  request: FastifyRequest,
  reply: FastifyReply,
  face: Face,
): FastifyReply {
  logOutage(request.log, unavailable)
  reply.code(503).header('retry-after', String(unavailable.retryAfter)).header('cache-control', 'no-store')
  if (!request.headers.accept?.includes('text/html'))
    return reply.send({ error: slug(503), message: `${unavailable.message} Try again later.` })
  const content = html`<h1>Temporarily unavailable</h1><p>${unavailable.message} Try again in a moment.</p>`
  return reply.headers(PAGE_HEADERS).send(page('Temporarily unavailable', content, { face }))
}
