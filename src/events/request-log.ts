import cluster from 'node:cluster'

/** A request of somebody who may send `limit` of them in any period of `periodMs`. */
interface Request {
  readonly who: string
  readonly limit: number
  readonly periodMs: number
  /** In milliseconds since 1970. */
  readonly at: number
}

interface Counted {
  /** False when there were too many; such a request is not counted. */
  readonly isAdmitted: boolean
  readonly remaining: number
  /** Until the oldest request that counts is forgotten. */
  readonly resetMs: number
}

/** When each caller sent requests, as far back as it matters. */
export class RequestLog {
  readonly #seen = new Map<string, number[]>()
  #sweepAt = 0

  count({ who, limit, periodMs, at }: Request): Counted {
    const start = at - periodMs
    this.#sweep(at, periodMs)
    const log = this.#seen.get(who) ?? []
    let old = 0
    while (old < log.length && log[old]! <= start) old++
    log.splice(0, old)
    this.#seen.set(who, log)
    const isAdmitted = log.length < limit
    if (isAdmitted) log.push(at)
    return { isAdmitted, remaining: limit - log.length, resetMs: (log[0] ?? at) + periodMs - at }
  }

  /** Callers who went away must not stay in memory for ever. */
  #sweep(now: number, periodMs: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + periodMs
    for (const [who, log] of this.#seen) if ((log.at(-1) ?? 0) <= now - periodMs) this.#seen.delete(who)
  }
}

type Question = { readonly request: Request; readonly id: number }
type Answer = { readonly counted: Counted; readonly id: number }

/** A primary that is this slow has other troubles; the worker's own count is better than none. */
const PATIENCE_MS = 1000

/**
 * Counts requests of one caller in all processes of this server: the primary counts, and workers ask it. Nothing is written
 * down, so that a request costs a message and no transaction; servers on other machines count for themselves.
 */
export function sharedRequestLog(): (request: Request) => Promise<Counted> {
  const own = new RequestLog()
  if (!cluster.isWorker) return async request => own.count(request)
  const waiting = new Map<number, (counted: Counted) => void>()
  let questions = 0
  process.on('message', (message: unknown) => {
    if (isAbout<Answer>(message, 'counted')) waiting.get(message.id)?.(message.counted)
  })
  return async request => {
    if (!process.connected) return own.count(request)
    const id = ++questions
    const { promise, resolve } = Promise.withResolvers<Counted>()
    waiting.set(id, resolve)
    const timer = setTimeout(() => resolve(own.count(request)), PATIENCE_MS)
    process.send!({ request, id } satisfies Question)
    const counted = await promise
    clearTimeout(timer)
    waiting.delete(id)
    return counted
  }
}

/** In the primary: counts for all workers. */
export function countForWorkers(): void {
  const log = new RequestLog()
  cluster.on('message', (worker, message: unknown) => {
    if (!isAbout<Question>(message, 'request') || !worker.isConnected()) return
    worker.send({ counted: log.count(message.request), id: message.id } satisfies Answer)
  })
}

const isAbout = <Message>(message: unknown, what: keyof Message): message is Message =>
  typeof message === 'object' && message !== null && what in message
