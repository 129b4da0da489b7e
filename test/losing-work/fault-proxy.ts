// A proxy between browser and server that can be slow, cut connections, or drop the response to a write.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export class FaultProxy {
  /** Rejects new connections; existing ones are closed. */
  isCut = false
  /** Passes the next write to the server, but drops the response. */
  dropsNextResponse = false
  /** Milliseconds to hold back a write, and its response. */
  delay: readonly [request: number, answer: number] = [0, 0]
  /** Number of dropped responses. */
  droppedResponses = 0
  readonly #server: http.Server
  readonly #target: () => number

  /** `target` returns the current port of the server, which changes on restart. */
  constructor(target: () => number) {
    this.#target = target
    this.#server = http.createServer((request, answer) => void this.#pass(request, answer))
    this.#server.on('connection', socket => {
      if (this.isCut) socket.destroy()
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  cut(): void {
    this.isCut = true
    this.#server.closeAllConnections()
  }

  /** Ends all faults. */
  heal(): void {
    this.isCut = false
    this.dropsNextResponse = false
    this.delay = [0, 0]
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #pass(request: http.IncomingMessage, answer: http.ServerResponse): Promise<void> {
    if (this.isCut) return void request.socket.destroy()
    const isWrite = isSave(request)
    const body = await wholeBody(request)
    if (body === null) return void request.socket.destroy()
    if (isWrite) await sleep(this.delay[0])
    if (this.isCut) return void request.socket.destroy()
    const { method = 'GET', url = '/', headers } = request
    const passed = http.request({ host: '127.0.0.1', port: this.#target(), method, path: url, headers })
    passed.on('error', () => request.socket.destroy())
    passed.on('response', async response => {
      if (isWrite && this.dropsNextResponse) {
        this.dropsNextResponse = false
        this.droppedResponses++
        response.resume()
        return void request.socket.destroy()
      }
      if (isWrite) await sleep(this.delay[1])
      if (request.socket.destroyed || this.isCut) {
        response.destroy()
        return void request.socket.destroy()
      }
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.on('error', () => request.socket.destroy())
      response.pipe(answer)
    })
    answer.on('close', () => passed.destroy())
    passed.end(body)
  }
}

/** Any write request to one of the APIs. Includes reads that the wiki editor sends by POST. */
const isSave = ({ method, url = '' }: http.IncomingMessage): boolean =>
  (method === 'PATCH' || method === 'POST' || method === 'PUT') && /^\/(api\/|w\/api\.php|api\.php)/.test(url)

async function wholeBody(request: http.IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part as Buffer)
    return Buffer.concat(parts)
  } catch {
    return null
  }
}
