import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { TraceContext } from './trace-context.ts'

/** As OTLP numbers them. */
export const KIND = { internal: 1, server: 2, client: 3 } as const

export type Attributes = Record<string, string | number | boolean | undefined>

/** Recorded spans of one request or job. More are left out, so that a long job does not fill the queue. */
const MAX_SPANS = 200

/** Where ended spans go. There is one in a process. */
export interface Recorder {
  /** Share of new traces to record, from 0 to 1. */
  readonly share: number
  record(span: Span): void
}

let recorder: Recorder | null = null
const spans = new AsyncLocalStorage<Span>()

/** A piece of work with a begin and an end: a request, a job, a transaction, an outbound request. */
export class Span implements TraceContext {
  readonly traceId: string
  readonly spanId = randomBytes(8).toString('hex')
  readonly parentId: string | undefined
  readonly isSampled: boolean
  /** Milliseconds since 1970, with fractions. */
  readonly began = now()
  ended = 0
  name: string
  readonly kind: number
  readonly attributes: Attributes
  /** Of the request that this is a part of. */
  readonly requestId: string | undefined
  hasFailed = false
  /** Database statements, including those of child spans. */
  statements = 0
  readonly #parent: Span | undefined
  readonly #root: Span
  #left = MAX_SPANS

  constructor(name: string, kind: number, attributes: Attributes, parent?: TraceContext | null, requestId?: string) {
    this.name = name
    this.kind = kind
    this.attributes = attributes
    this.#parent = parent instanceof Span ? parent : undefined
    this.#root = this.#parent === undefined ? this : this.#parent.#root
    this.requestId = requestId ?? this.#root.requestId
    this.parentId = parent?.spanId
    this.traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    this.isSampled = parent?.isSampled ?? Math.random() < (recorder?.share ?? 0)
  }

  countStatements(count: number): void {
    this.statements += count
    this.#parent?.countStatements(count)
  }

  end(): void {
    if (this.ended !== 0) return
    this.ended = now()
    if (!this.isSampled || this.#root.#left-- <= 0) return
    recorder?.record(this)
  }
}

/** Milliseconds since 1970, with fractions. Never goes back. */
export const now = (): number => performance.timeOrigin + performance.now()

/** Begins to record spans. Returns a function that stops it. */
export function recordSpans(to: Recorder): () => void {
  recorder = to
  return () => {
    if (recorder === to) recorder = null
  }
}

/** The span of the current work; undefined if there is none, or if tracing is off. */
export const activeSpan = (): Span | undefined => (recorder === null ? undefined : spans.getStore())

/** Runs work as a part of a span. */
export const within = <T>(span: Span, work: () => T): T => spans.run(span, work)

/** Runs work in a span of its own, as a child of the active one. If tracing is off, it only runs the work. */
export const traced = <T>(name: string, kind: number, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  recorder === null ? work() : inSpan(new Span(name, kind, attributes, spans.getStore()), work)

async function inSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await spans.run(span, work)
  } catch (error) {
    span.hasFailed = true
    span.attributes['error.type'] = error instanceof Error ? error.name : 'Error'
    throw error
  } finally {
    if (span.statements > 0) span.attributes['parlance.db.statements'] = span.statements
    span.end()
  }
}

/** Counts database statements of the current work. */
export function countStatements(count: number): void {
  if (recorder !== null) spans.getStore()?.countStatements(count)
}
