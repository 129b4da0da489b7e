import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '#core/config.ts'
import { nameLibraryLines } from './library-lines.ts'
import { type Limits, limits as standardLimits } from './limits.ts'
import { redactUrl } from './redact-url.ts'

/** Paths in log objects whose values are redacted. */
const SECRET_PATHS = ['authorization', 'cookie', 'password', 'token', 'apiKey', 'secret'].flatMap(name => [
  name,
  `*.${name}`,
  `*.headers.${name}`,
])

/** Request ids: a random prefix per process and a counter. Cheap, and unique enough to find a log line. */
function requestIds(): () => string {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

function withoutSchemas(): never {
  throw new Error('Routes of this server must not use schemas.')
}

interface AppOptions {
  readonly config: Pick<Config, 'logLevel' | 'trustProxy'>
  /** Destination of log lines; stderr by default. */
  readonly logTo?: { write(text: string): unknown }
  /** For tests, which need shorter timeouts. */
  readonly limits?: Partial<Limits>
}

/** A Fastify instance with our limits and logging, without routes. */
export function createApp({ config, logTo, limits }: AppOptions): FastifyInstance {
  const limit = { ...standardLimits, ...limits }
  const app = fastify({
    logger: config.logLevel !== 'silent' && {
      level: config.logLevel,
      stream: new LogStream(logTo),
      redact: SECRET_PATHS,
      hooks: { logMethod: nameLibraryLines },
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, url: redactUrl(request.url), ip: request.ip }),
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    bodyLimit: limit.bodyBytes,
    requestTimeout: limit.requestMs,
    keepAliveTimeout: limit.keepAliveMs,
    // This timeout also applies to closing, and would abort the shutdown of a busy server.
    pluginTimeout: 0,
    connectionTimeout: limit.silenceMs,
    // Each API parses query strings in its own way (#html/search-params.ts).
    routerOptions: { maxParamLength: limit.paramLength, querystringParser: () => ({}) },
    http: {
      maxHeaderSize: limit.headerBytes,
      headersTimeout: limit.headersMs,
      connectionsCheckingInterval: limit.checkMs,
    },
    // Both APIs validate and serialize on their own, so Fastify's compilers are not loaded.
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    // Requests that arrive while the server is stopping are still answered.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
  })
  const instance = app as unknown as FastifyInstance
  rejectMultipleHosts(instance)
  requireAddress(instance)
  return instance
}

/** With several Host headers, Node.js uses the first, but a proxy may have used the last. */
function rejectMultipleHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.toLowerCase() === 'host') hosts++
    if (hosts < 2) return done()
    const message = 'The request has more than one Host header. Send exactly one.'
    reply.code(400).header('Content-Type', 'application/json; charset=utf-8').header('Connection', 'close')
    reply.send(Buffer.from(JSON.stringify({ statusCode: 400, error: 'Bad Request', message })))
  })
}

/**
 * Node.js forgets the address of a closed connection unless it was read before. Reading it here keeps it available for
 * the whole request. Requests of clients that have already disconnected are dropped.
 */
function requireAddress(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.socket.remoteAddress !== undefined) return done()
    reply.hijack()
    request.raw.destroy()
  })
}

/** Batches the log lines of one event loop turn into one write. */
class LogStream {
  #lines: string[] = []
  #scheduled = false
  readonly #out: { write(text: string): unknown }

  constructor(out: { write(text: string): unknown } = process.stderr) {
    this.#out = out
    // Write pending lines when the process exits.
    process.once('exit', () => this.flush())
  }

  write(line: string): void {
    this.#lines.push(line)
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.flush())
  }

  flush(): void {
    this.#scheduled = false
    if (this.#lines.length === 0) return
    const text = this.#lines.join('')
    this.#lines = []
    this.#out.write(text)
  }
}

const responses: Record<string, readonly [status: string, error: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers-too-large',
    'The URL and headers of the request are longer than 64 KiB. Send long parameters by POST.',
  ],
}
const malformed = ['400 Bad Request', 'bad-request', 'The request is not valid HTTP.'] as const

/** Responds to malformed requests if the socket is still writable. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, message] = responses[error.code ?? ''] ?? malformed
  const body = JSON.stringify({ error: code, message })
  if (socket.writable) {
    const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close`
    socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  socket.destroy()
}
