import { setTimeout as sleep } from 'node:timers/promises'
import { traceBody } from './otlp.ts'
import { type Collector, sendOtlp } from './send-otlp.ts'
import type { Attributes, Recorder, Span } from './span.ts'

/** Spans that wait for the collector, about 2 MB. More are dropped. */
const MAX_WAITING = 2048
/** Spans in a request. */
const BATCH = 512
/** How long spans wait for others. */
const DELAY_MS = 2000
/** Pauses between attempts. */
const RETRY_MS = [1000, 2000, 4000]
/** For the last spans, when the server stops. */
const FAREWELL_MS = 2000

/** What became of spans. */
export type Outcome = 'sent' | 'dropped' | 'failed'

/** Sends spans in batches, one request at a time. Never waits for the collector, and never keeps more than a few. */
export class SpanQueue implements Recorder {
  readonly share: number
  readonly #collector: Collector
  readonly #resource: Attributes
  readonly #count: (outcome: Outcome) => void
  #waiting: Span[] = []
  #timer: NodeJS.Timeout | null = null
  #sending: Promise<void> | null = null
  #isStopping = false

  constructor(collector: Collector, resource: Attributes, share: number, count: (outcome: Outcome) => void) {
    this.#collector = collector
    this.#resource = resource
    this.share = share
    this.#count = count
  }

  record(span: Span): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#count('dropped')
      return
    }
    this.#waiting.push(span)
    if (this.#sending !== null) return
    if (this.#waiting.length >= BATCH) this.#send()
    else this.#timer ??= setTimeout(() => this.#send(), DELAY_MS).unref()
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH)
      const outcome = (await this.#attempt(traceBody(this.#resource, batch))) ? 'sent' : 'failed'
      for (const _ of batch) this.#count(outcome)
    }
  }

  async #attempt(body: string): Promise<boolean> {
    for (const pause of [...RETRY_MS, null]) {
      const result = await sendOtlp(this.#collector, '/v1/traces', body)
      if (result !== 'retry' || pause === null || this.#isStopping) return result === 'sent'
      await sleep(pause, undefined, { ref: false })
    }
    return false
  }

  /** Sends what is left, but does not hold up a server that stops. */
  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#waiting.length > 0) this.#send()
    if (this.#sending !== null) await Promise.race([this.#sending, sleep(FAREWELL_MS, undefined, { ref: false })])
    for (const _ of this.#waiting.splice(0)) this.#count('failed')
  }
}
