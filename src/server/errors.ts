import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '#html/html.ts'
import { PAGE_HEADERS, page } from '#html/page.ts'
import { STATUS_TEXTS } from '#html/status-texts.ts'
import { type StoreUnavailable, unavailability } from '#store/store-error.ts'
import { redactUrl } from './redact-url.ts'

/** Texts for what Fastify refuses before any of our code runs. */
const texts: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body of the request is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not understood here.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, though it is announced as JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_ERR_BAD_URL: 'The address is not well-formed.',
}

const slug = (status: number): string => (STATUS_TEXTS[status] ?? 'error').toLowerCase().replaceAll(' ', '-')

/** Errors outside the two APIs, which have formats of their own. What went wrong inside goes to the log alone. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Whoever asked has left, and the work with them.
    if (error.name === 'AbortError' && reply.raw.destroyed) return reply.code(499).send()
    const away = unavailability(error)
    if (away) return sayUnavailable(away, request, reply)
    const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500
    if (status < 500) {
      const message = texts[error.code] ?? error.message
      return reply.code(status).send({ error: slug(status), message })
    }
    request.log.error({ err: error, req: request }, 'a request failed')
    const message = `Something went wrong here. The log has the details under ${request.id}.`
    return reply.code(status).send({ error: slug(status), message })
  })

  app.setNotFoundHandler((request, reply) => {
    const [path] = redactUrl(request.url).split('?')
    if (request.headers.accept?.includes('text/html')) {
      const content = html`<h1>Not found</h1><p>There is nothing at <code>${path}</code>. <a href="/">Start here</a>.</p>`
      return reply.code(404).headers(PAGE_HEADERS).send(page('Not found', content))
    }
    return reply.code(404).send({ error: 'not-found', message: `There is nothing at ${path}. Start at /.` })
  })
}

/** The pages for people, when the database cannot serve. Whoever asks for something else gets the same as JSON. */
function sayUnavailable(away: StoreUnavailable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ err: away, req: request }, 'a request cannot be answered now')
  reply.code(503).header('retry-after', String(away.retryAfter)).header('cache-control', 'no-store')
  if (!request.headers.accept?.includes('text/html'))
    return reply.send({ error: slug(503), message: `${away.message} Try again later.` })
  const content = html`<h1>Not available now</h1><p>${away.message} This is not your fault. Try again in a moment.</p>`
  return reply.headers(PAGE_HEADERS).send(page('Not available now', content))
}
