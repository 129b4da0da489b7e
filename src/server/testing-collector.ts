// Test helper: an OpenTelemetry collector that keeps what it receives (OTLP over HTTP, JSON).
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, string | number | boolean>>
}

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

export const attributesOf = ({ attributes }: { readonly attributes: readonly Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

export class TestCollector {
  readonly spans: ReceivedSpan[] = []
  // biome-ignore lint/suspicious/noExplicitAny: several kinds of metrics
  metrics: any[] = []
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = []
  /** Responds instead of accepting. */
  answer: ((response: ServerResponse) => void) | null = null
  resource: Readonly<Record<string, unknown>> = {}
  readonly #server: Server
  url = ''

  constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', part => parts.push(part))
      request.on('end', () => {
        this.requests.push({ path: request.url!, headers: request.headers })
        if (this.answer !== null) return this.answer(response)
        this.#keep(JSON.parse(Buffer.concat(parts).toString() || '{}'))
        response.setHeader('content-type', 'application/json').end('{}')
      })
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: requests of two kinds
  #keep({ resourceSpans = [], resourceMetrics = [] }: any): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = attributesOf(resource)
      for (const { spans } of scopeSpans) this.spans.push(...spans)
    }
    for (const { scopeMetrics } of resourceMetrics) this.metrics = scopeMetrics[0].metrics
  }

  async listen(): Promise<void> {
    await new Promise<void>(resolve => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    this.url = `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
