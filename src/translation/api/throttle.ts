import type { Clock } from '#store/clock.ts'
import { throttled } from './errors.ts'

/** `100/d`, `5000/h`, `10/m`, `5/s`: requests in a period. */
export interface Rate {
  readonly limit: number
  readonly periodMs: number
}

const PERIODS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function parseRate(text: string): Rate {
  const match = /^(\d{1,9})\/(s|m|h|d)[a-z]*$/.exec(text.trim().toLowerCase())
  if (!match || Number(match[1]) === 0)
    throw new Error(`"${text}" is no rate; write a number and a period, such as 100/day or 5000/hour.`)
  return { limit: Number(match[1]), periodMs: PERIODS[match[2]!]! }
}

/**
 * A sliding log of requests per caller. Parlance sets no limit unless its operator does, and then the X-RateLimit
 * headers tell what this process counted; without a limit there are no such headers, since there is nothing to tell.
 */
export class Throttle {
  readonly #rate: Rate
  readonly #clock: Clock
  readonly #seen = new Map<string, number[]>()
  #sweepAt = 0

  constructor(rate: Rate, clock: Clock) {
    this.#rate = rate
    this.#clock = clock
  }

  /** Counts a request and returns the headers; throws when there were too many. A refused request is not counted. */
  admit(who: string): Record<string, string> {
    const now = this.#clock.now()
    const start = now - this.#rate.periodMs
    this.#sweep(now, start)
    const log = (this.#seen.get(who) ?? []).filter(at => at > start)
    this.#seen.set(who, log)
    const untilFree = Math.ceil(((log[0] ?? now) + this.#rate.periodMs - now) / 1000)
    if (log.length >= this.#rate.limit) {
      const error = throttled(untilFree)
      Object.assign(error.headers, this.#headers(0, untilFree))
      throw error
    }
    log.push(now)
    return this.#headers(this.#rate.limit - log.length, Math.ceil((log[0]! + this.#rate.periodMs - now) / 1000))
  }

  #headers(remaining: number, reset: number): Record<string, string> {
    return {
      'X-RateLimit-Limit': String(this.#rate.limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(reset),
    }
  }

  /** Callers who went away must not stay in memory for ever. */
  #sweep(now: number, start: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + this.#rate.periodMs
    for (const [who, log] of this.#seen) if ((log.at(-1) ?? 0) <= start) this.#seen.delete(who)
  }
}
