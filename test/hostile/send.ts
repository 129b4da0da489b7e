// Sends a request over a real socket and reads the whole response.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { type Attack, onTheWire } from './attack.ts'
import type { Role } from './roles.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly milliseconds: number
}

/** The connection ended without a response. */
export class NoAnswer extends Error {
  readonly milliseconds: number

  constructor(reason: string, milliseconds: number) {
    super(reason)
    this.milliseconds = milliseconds
  }
}

/** After this time, the server counts as hanging. */
const TIMEOUT_MS = 90_000
/** A redirect may be as long as the requested URL. */
const MAX_HEAD = 2 ** 18

export class Client {
  readonly #base: URL
  readonly #agent: Agent

  constructor(url: string, connections: number) {
    this.#base = new URL(url)
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  async send(attack: Attack, role: Role): Promise<Answer> {
    const began = performance.now()
    try {
      return await this.#once(attack, role)
    } catch (error) {
      // The server has just closed an idle connection, which says nothing about this request.
      if (error instanceof IdleConnectionClosed) return this.#once(attack, role)
      throw error instanceof NoAnswer ? error : new NoAnswer(String(error), performance.now() - began)
    }
  }

  #once(attack: Attack, role: Role): Promise<Answer> {
    const { path, headers, body } = onTheWire(attack, role.token)
    const began = performance.now()
    const passed = () => performance.now() - began
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: this.#base.hostname,
          port: this.#base.port,
          method: attack.method,
          path,
          agent: this.#agent,
          headers: { ...role.headers, ...headers, ...(body && { 'Content-Length': body.length }) },
          timeout: TIMEOUT_MS,
          maxHeaderSize: MAX_HEAD,
        },
        response => {
          const parts: Buffer[] = []
          const { statusCode: status = 0, headers } = response
          if (isStream(headers)) {
            // Event streams do not end; the first chunk is enough.
            response.once('data', body => {
              resolve({ status, headers, body, milliseconds: passed() })
              sent.destroy()
            })
          }
          response.on('data', part => parts.push(part))
          response.on('error', error => reject(new NoAnswer(`cut off: ${error.message}`, passed())))
          response.on('end', () => {
            try {
              const body = unpacked(Buffer.concat(parts), headers['content-encoding'])
              resolve({ status, headers, body, milliseconds: passed() })
            } catch (error) {
              reject(new NoAnswer(`cannot be decompressed: ${(error as Error).message}`, passed()))
            }
          })
        },
      )
      sent.on('timeout', () => sent.destroy(new NoAnswer('no response in time', passed())))
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (sent.reusedSocket && error.code === 'ECONNRESET') reject(new IdleConnectionClosed())
        else reject(error instanceof NoAnswer ? error : new NoAnswer(error.code ?? error.message, passed()))
      })
      sent.end(body ?? undefined)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

const isStream = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false

const UNPACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  deflate: inflateSync,
}

const unpacked = (body: Buffer, encoding: string | undefined): Buffer =>
  encoding === undefined || body.length === 0 ? body : UNPACK[encoding]!(body)

class IdleConnectionClosed extends Error {}
