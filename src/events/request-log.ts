import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { Exchange, Share, Uses } from './shared-counts.ts'

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
  /** What other servers should know before this request is admitted. */
  readonly share?: Share
}

export type CountRequest = (request: Request) => Promise<Counted>

/** A server shares its count after this part of the limit. Other servers may miss as many requests. */
const PORTIONS = 20
/** Requests are shared as sums over this part of the period. */
const BUCKETS = 20

interface Caller {
  /** Times of the admitted requests within the period. */
  times: number[]
  /** How many of them other servers do not know. */
  unshared: number
  /** Requests at other servers. */
  others: Uses
}

/** Recent requests of each caller to one server, and what it knows about other servers. */
export class RequestLog {
  readonly #server = randomUUID()
  readonly #callers = new Map<string, Caller>()
  #sweepAt = 0

  count(request: Request): Counted {
    const { who, limit, at } = request
    const caller = this.#current(request)
    const isAdmitted = usedBy(caller) < limit
    if (!isAdmitted) return { isAdmitted, ...this.#left(request, caller) }
    caller.times.push(at)
    caller.unshared++
    const left = this.#left(request, caller)
    if (caller.unshared < Math.max(1, Math.floor(limit / PORTIONS))) return { isAdmitted, ...left }
    const uses = sums(caller.times, caller.unshared, request.periodMs)
    caller.unshared = 0
    return { isAdmitted, ...left, share: { server: this.#server, who, uses, at } }
  }

  /** Takes in the requests at other servers, and decides again about a request that was admitted without them. */
  learn(request: Request, others: Uses): Counted {
    const caller = this.#current(request)
    caller.others = others
    const isAdmitted = usedBy(caller) <= request.limit
    if (!isAdmitted) caller.times.pop()
    return { isAdmitted, ...this.#left(request, caller) }
  }

  #current({ who, periodMs, at }: Request): Caller {
    this.#sweep(at, periodMs)
    const caller = this.#callers.get(who) ?? { times: [], unshared: 0, others: [] }
    this.#callers.set(who, caller)
    let old = 0
    while (old < caller.times.length && caller.times[old]! <= at - periodMs) old++
    caller.times.splice(0, old)
    caller.unshared = Math.min(caller.unshared, caller.times.length)
    caller.others = caller.others.filter(use => use.expiresAt > at)
    return caller
  }

  #left({ limit, periodMs, at }: Request, caller: Caller): Pick<Counted, 'remaining' | 'resetMs'> {
    const expiries = [(caller.times[0] ?? at) + periodMs, ...caller.others.map(use => use.expiresAt)]
    return { remaining: Math.max(0, limit - usedBy(caller)), resetMs: Math.min(...expiries) - at }
  }

  /** Drops idle callers from memory. */
  #sweep(now: number, periodMs: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + periodMs
    for (const [who, { times }] of this.#callers) if ((times.at(-1) ?? 0) <= now - periodMs) this.#callers.delete(who)
  }
}

const usedBy = ({ times, others }: Caller): number => others.reduce((sum, use) => sum + use.amount, times.length)

/** The buckets that have changed with the newest requests. A bucket expires when its end does. */
function sums(times: readonly number[], newest: number, periodMs: number): Uses {
  const width = Math.max(1, Math.ceil(periodMs / BUCKETS))
  const bucketOf = (at: number): number => Math.floor(at / width)
  const first = bucketOf(times.at(-newest)!)
  const amounts = new Map<number, number>()
  for (let i = times.length - 1; i >= 0 && bucketOf(times[i]!) >= first; i--) {
    const bucket = bucketOf(times[i]!)
    amounts.set(bucket, (amounts.get(bucket) ?? 0) + 1)
  }
  return [...amounts].map(([bucket, amount]) => ({ expiresAt: (bucket + 1) * width + periodMs, amount }))
}

type Question = { readonly request: Request; readonly others?: Uses; readonly id: number }
type Answer = { readonly counted: Counted; readonly id: number }

/** If the primary takes longer, the worker falls back to its own count. */
const TIMEOUT_MS = 1000

const countIn = (log: RequestLog, { request, others }: Omit<Question, 'id'>): Counted =>
  others === undefined ? log.count(request) : log.learn(request, others)

/**
 * Counts the requests of a caller across all processes of this server: the primary counts, and workers ask it. With
 * `exchange`, servers on other machines learn the count after every portion of the limit, so most requests cost a
 * message and no transaction (docs/decisions/request-limits.md).
 */
export function sharedRequestLog(exchange: Exchange | null = null): CountRequest {
  const ask = cluster.isWorker ? askPrimary() : countHere()
  return async request => {
    const counted = await ask({ request })
    if (counted.share === undefined || exchange === null) return counted
    // Without the other servers, this one's count has to do.
    const others = await exchange(counted.share).catch(() => null)
    return others === null ? counted : ask({ request, others })
  }
}

type Ask = (question: Omit<Question, 'id'>) => Promise<Counted>

function countHere(): Ask {
  const log = new RequestLog()
  return async question => countIn(log, question)
}

function askPrimary(): Ask {
  const own = new RequestLog()
  const waiting = new Map<number, (counted: Counted) => void>()
  let questions = 0
  process.on('message', (message: unknown) => {
    if (hasKey<Answer>(message, 'counted')) waiting.get(message.id)?.(message.counted)
  })
  return async question => {
    if (!process.connected) return countIn(own, question)
    const id = ++questions
    const { promise, resolve } = Promise.withResolvers<Counted>()
    waiting.set(id, resolve)
    const timer = setTimeout(() => resolve(countIn(own, question)), TIMEOUT_MS)
    process.send!({ ...question, id } satisfies Question)
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
    worker.send({ counted: countIn(log, message), id: message.id } satisfies Answer)
  })
}

const hasKey = <Message>(message: unknown, key: keyof Message): message is Message =>
  typeof message === 'object' && message !== null && key in message
