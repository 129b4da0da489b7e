import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '#core/config.ts'
import { type Limits, limits as standardLimits } from './limits.ts'
import { redactUrl } from './redact-url.ts'

/** Paths in log objects whose values never reach the log, wherever such an object comes from. */
const SECRET_PATHS = ['authorization', 'cookie', 'password', 'token', 'apiKey', 'secret'].flatMap(name => [
  name,
  `*.${name}`,
  `*.headers.${name}`,
])

/** Request ids tell processes apart and count on, which is cheap and still unique enough to find a line. */
function requestIds(): () => string {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

function withoutSchemas(): never {
  throw new Error('Routes of this server have no schemas.')
}

interface AppOptions {
  readonly config: Pick<Config, 'logLevel' | 'trustProxy'>
  /** Where log lines go; the error output unless a test wants to read them. */
  readonly logTo?: { write(text: string): unknown }
  /** For tests, which cannot wait as long as the real ones. */
  readonly limits?: Partial<Limits>
}

/** A Fastify instance with our limits and log, and no routes yet. */
export function createApp({ config, logTo, limits }: AppOptions): FastifyInstance {
  const limit = { ...standardLimits, ...limits }
  const app = fastify({
    logger: config.logLevel !== 'silent' && {
      level: config.logLevel,
      stream: new LogStream(logTo),
      redact: SECRET_PATHS,
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
    // It also counts while the server stops, and would end a busy one in the middle of that with an error.
    pluginTimeout: 0,
    connectionTimeout: limit.silenceMs,
    // Routes read what stands behind the question mark themselves (#web/search-params.ts), each API in its own way.
    routerOptions: { maxParamLength: limit.paramLength, querystringParser: () => ({}) },
    http: {
      maxHeaderSize: limit.headerBytes,
      headersTimeout: limit.headersMs,
      connectionsCheckingInterval: limit.checkMs,
    },
    // Both APIs check what they get and write what they send by themselves. Fastify's own means are not even loaded.
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    // A request that is already on its way when the server stops is answered, not turned away.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
  })
  const instance = app as unknown as FastifyInstance
  refuseTwoHosts(instance)
  knowAddresses(instance)
  return instance
}

/** Node takes the first of several; a proxy in front may have taken the last, and the two would speak of different sites. */
function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.toLowerCase() === 'host') hosts++
    if (hosts < 2) return done()
    const message = 'The request has more than one Host header; send one.'
    reply.code(400).header('Content-Type', 'application/json; charset=utf-8').header('Connection', 'close')
    reply.send(Buffer.from(JSON.stringify({ statusCode: 400, error: 'Bad Request', message })))
  })
}

/**
 * Node forgets the address of a connection that has ended, unless it was asked for it before. What is done for somebody is
 * known under their address to its end; whoever has hung up already is not served at all.
 */
function knowAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.socket.remoteAddress !== undefined) return done()
    reply.hijack()
    request.raw.destroy()
  })
}

/** Gathers the log lines of one turn of the event loop into one write: a busy server has many in each. */
class LogStream {
  #lines: string[] = []
  #scheduled = false
  readonly #out: { write(text: string): unknown }

  constructor(out: { write(text: string): unknown } = process.stderr) {
    this.#out = out
    // What is still waiting when the process ends is written then.
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

const answers: Record<string, readonly [status: string, error: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers-too-large',
    'The address and headers of the request are longer than 64 KiB. Send long parameters by POST.',
  ],
}
const malformed = ['400 Bad Request', 'bad-request', 'This is not a well-formed HTTP request.'] as const

/** Answers what is not even a request, as far as the socket still listens. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, message] = answers[error.code ?? ''] ?? malformed
  const body = JSON.stringify({ error: code, message })
  if (socket.writable) {
    const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close`
    socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  socket.destroy()
}
