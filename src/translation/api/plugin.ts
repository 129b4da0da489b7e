import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { allowOrigins } from './cross-origin.ts'
import { errorBody, parseError, serverError, tooLarge, unavailable } from './errors.ts'
import { toJson } from './json.ts'
import { logFailure } from './log-failure.ts'
import { Machine } from './machine.ts'
import { rest } from './resources/index.ts'

const MAX_UPLOAD = 100 * 1024 * 1024
const MAX_BODY = 10 * 1024 * 1024
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Mounts the REST API under `/api/`. `Machine` does its own routing, so every response has the same format. */
export async function restApi(app: FastifyInstance, services: Services): Promise<void> {
  const machine = new Machine(rest, services)
  await app.register(async scope => {
    allowOrigins(scope, services.config.apiOrigins)
    scope.removeContentTypeParser(
      ['application/json', 'text/plain', 'application/x-www-form-urlencoded'].filter(type =>
        scope.hasContentTypeParser(type),
      ),
    )
    if (!scope.hasRequestDecorator('isMultipart')) await scope.register(multipart, { limits: { fileSize: MAX_UPLOAD } })
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      const status = error.statusCode ?? 500
      logFailure(request.log, status, error)
      const failed = () => unavailable(error) ?? serverError()
      const apiError = status === 413 ? tooLarge() : status < 500 ? parseError('The request is malformed.') : failed()
      return reply
        .code(apiError.status)
        .headers(apiError.headers)
        .header('Content-Type', 'application/json')
        .send(Buffer.from(toJson(errorBody(apiError))))
    })
    for (const url of ['/api', '/api/', '/api/*'])
      scope.route({
        method: METHODS,
        url,
        exposeHeadRoute: false,
        bodyLimit: MAX_UPLOAD,
        handler: (request, reply) => machine.answer(request, reply),
      })
  })
}
