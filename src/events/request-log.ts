import cluster from 'node:cluster'

/** A request by a caller who may send `limit` requests in any period of `periodMs`. */
interface Request {
  readonly who: string
  readonly limit: number
  readonly periodMs: number
  /** In milliseconds since 1970. */
  readonly at: number
}

interface Counted {
  /** False if over the limit; such requests do not count. */
  readonly isAdmitted: boolean
  readonly remaining: number
  /** Time until the oldest counted request expires. */
  readonly resetMs: number
}

/** Recent request times of each caller. */
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

  /** Drops idle callers from memory. */
  #sweep(now: number, periodMs: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + periodMs
    for (const [who, log] of this.#seen) if ((log.at(-1) ?? 0) <= now - periodMs) this.#seen.delete(who)
  }
}

type Question = { readonly request: Request; readonly id: number }
type Answer = { readonly counted: Counted; readonly id: number }

/** If the primary takes longer, the worker falls back to its own count. */
const TIMEOUT_MS = 1000

/**
 * Counts the requests of a caller across all processes of this server: the primary counts, and workers ask it. Counts
 * stay in memory, so a request costs a message and no transaction. Servers on other machines count separately.
 */
export function sharedRequestLog(): (request: Request) => Promise<Counted> {
  const own = new RequestLog()
  if (!cluster.isWorker) return async request => own.count(request)
  const waiting = new Map<number, (counted: Counted) => void>()
  let questions = 0
  process.on('message', (message: unknown) => {
    if (hasKey<Answer>(message, 'counted')) waiting.get(message.id)?.(message.counted)
  })
  return async request => {
    if (!process.connected) return own.count(request)
    const id = ++questions
    const { promise, resolve } = Promise.withResolvers<Counted>()
    waiting.set(id, resolve)
    const timer = setTimeout(() => resolve(own.count(request)), TIMEOUT_MS)
    process.send!({ request, id } satisfies Question)
    const counted = await promise
    clearTimeout(timer)
    waiting.delete(id)
    return counted
  }
}

/** Answers the workers. Runs in the primary. */
export function countForWorkers(): void {
  const log = new RequestLog()
  cluster.on('message', (worker, message: unknown) => {
    if (!hasKey<Question>(message, 'request') || !worker.isConnected()) return
    worker.send({ counted: log.count(message.request), id: message.id } satisfies Answer)
  })
}

const hasKey = <Message>(message: unknown, key: keyof Message): message is Message =>
  typeof message === 'object' && message !== null && key in message
