// Test helper: a server that receives webhooks and verifies their signatures.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface Received {
  /** Path of the request; each webhook of a test has its own. */
  readonly path: string
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: events of several schemas
  readonly body: any
}

type Answer = (received: Received, response: ServerResponse) => void

/** Takes everything with 200 unless told otherwise. */
export class Receiver {
  readonly received: Received[] = []
  answer: Answer | null = null
  readonly #server: Server
  #port = 0

  constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', part => parts.push(part))
      request.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const { url = '', headers } = request
        const received = { path: url, id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) }
        this.received.push(received)
        if (this.answer) this.answer(received, response)
        else response.end('Thanks')
      })
    })
  }

  async listen(): Promise<void> {
    await new Promise<void>(resolve => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    this.#port = (this.#server.address() as { port: number }).port
  }

  address(path: string): string {
    return `http://127.0.0.1:${this.#port}${path}`
  }

  at(path: string): Received[] {
    return this.received.filter(each => each.path === path)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** Verifies a signature as a receiver does, with the steps of docs/webhooks.md. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
