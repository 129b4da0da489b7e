import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { DirectRoute, PlainRequest, PlainResponse } from '#core/direct-routes.ts'
import { encodingFor } from '#html/accept-encoding.ts'
import { COMPRESS_ABOVE_BYTES } from '#html/compress-above.ts'
import { RequestReads } from '#store/request-reads.ts'
import type { admitRequests } from './admit-requests.ts'
import { compress, isCompressibleType } from './compress.ts'
import type { Draining } from './drain.ts'
import type { watchEventLoop } from './event-loop-watch.ts'
import type { observeRequests } from './observe-requests.ts'
import { secureHeadersFor } from './secure-headers.ts'

/** What the hooks of Fastify do for its requests. */
interface Hooks {
  readonly begins: ReturnType<typeof watchEventLoop>
  readonly observing: ReturnType<typeof observeRequests>
  readonly admit: ReturnType<typeof admitRequests>
  readonly draining: Draining
}

/**
 * Answers simple GET requests on direct routes without Fastify, whose routing, hooks and replies take longer than most
 * reads of the wiki. Requests that need more, such as those that have to wait for others, go to Fastify.
 */
export function answerDirectly(app: FastifyInstance, routes: ReadonlyMap<string, DirectRoute>, hooks: Hooks): void {
  const { server } = app
  const [fastify] = server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  const direct = new Map([...routes].map(([path, route]) => [path, { route, path, observe: hooks.observing(path) }]))
  server.off('request', fastify)
  server.on('request', (raw: IncomingMessage, response: ServerResponse) => {
    const target = raw.method === 'GET' ? direct.get(pathOf(raw.url!)) : undefined
    if (target === undefined || !isSimple(raw) || hooks.draining.isStopping()) return fastify(raw, response)
    const request = new DirectRequest(app, raw, target.path)
    const turn = hooks.admit(request.ip)
    if (turn === null) return fastify(raw, response)
    hooks.begins(request)
    const reads = new RequestReads()
    let isDirect = true
    response.on('close', () => {
      turn.leave()
      if (isDirect && response.writableFinished) target.observe(request, new Sent(response, request))
    })
    reads.run(async () => {
      try {
        const answer = await target.route(request, response)
        turn.leave()
        reads.end()
        send(answer, request, response, hooks)
      } catch (error) {
        turn.leave()
        reads.end()
        // The client has gone, so nothing would end a second try.
        if (response.destroyed) return
        if (response.headersSent) {
          response.destroy(error as Error)
          return
        }
        // Fastify repeats the request, and reports the error.
        isDirect = false
        fastify(raw, response)
      }
    })
  })
}

const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** No body, one Host header, and an address: Fastify rejects the others. */
function isSimple({ headers, rawHeaders, socket }: IncomingMessage): boolean {
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts < 2 && socket.remoteAddress !== undefined
}

class DirectRequest implements PlainRequest {
  readonly raw: IncomingMessage
  readonly id: string
  readonly ip: string
  readonly method = 'GET'
  readonly routeOptions: { readonly url: string }
  readonly began = performance.now()
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance, raw: IncomingMessage, path: string) {
    this.raw = raw
    this.id = (app as unknown as { genReqId(raw: IncomingMessage): string }).genReqId(raw)
    this.ip = raw.socket.remoteAddress!
    this.routeOptions = { url: path }
    this.#app = app
  }

  get url(): string {
    return this.raw.url!
  }

  get headers(): IncomingMessage['headers'] {
    return this.raw.headers
  }

  /** Creating it costs as much as several log lines that are not written. */
  get log(): FastifyInstance['log'] {
    return this.#app.log.child({ reqId: this.id })
  }
}

/** A response as metrics and the log see it. */
class Sent {
  readonly statusCode: number
  readonly elapsedTime: number
  readonly #response: ServerResponse

  constructor(response: ServerResponse, { began }: DirectRequest) {
    this.statusCode = response.statusCode
    this.elapsedTime = performance.now() - began
    this.#response = response
  }

  getHeader(name: string): ReturnType<ServerResponse['getHeader']> {
    return this.#response.getHeader(name)
  }
}

function send(answer: PlainResponse, request: DirectRequest, response: ServerResponse, { draining }: Hooks): void {
  const { status, body } = answer
  const headers: Record<string, string | string[] | number> = secureHeadersFor(request.id)
  Object.assign(headers, answer.headers)
  if (draining.isStopping()) headers.connection = 'close'
  const length = Buffer.byteLength(body)
  const encoding = length < COMPRESS_ABOVE_BYTES ? null : wantedEncoding(request, headers)
  const finish = (bytes: string | Buffer, size: number) => {
    headers['content-length'] = size
    response.writeHead(status, headers)
    response.end(bytes)
  }
  if (encoding === null) finish(body, length)
  else
    compress(encoding, body, length, (error, compressed) => {
      if (error) {
        response.destroy(error)
        return
      }
      headers['content-encoding'] = encoding
      headers.vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`
      finish(compressed, compressed.length)
    })
}

function wantedEncoding(request: DirectRequest, headers: Readonly<Record<string, unknown>>) {
  const { 'accept-encoding': accepted, 'x-no-compression': unwanted } = request.headers
  if (accepted === undefined || unwanted !== undefined) return null
  if (headers['content-encoding'] !== undefined || !isCompressibleType(headers['content-type'])) return null
  return encodingFor(String(accepted))
}
