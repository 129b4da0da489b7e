import { rateLimitFields } from '#core/rate-limit-fields.ts'
import type { Services } from '#core/services.ts'
import { throttled } from './errors.ts'

/** `100/d`, `5000/h`, `10/m`, `5/s`: requests in a period. */
interface Rate {
  readonly limit: number
  readonly periodMs: number
}

const PERIODS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function parseRate(text: string): Rate {
  const match = /^(\d{1,9})\/(s|m|h|d)[a-z]*$/.exec(text.trim().toLowerCase())
  if (!match || Number(match[1]) === 0)
    throw new Error(`"${text}" is not a valid rate. Use a number and a period, for example 100/day or 5000/hour.`)
  return { limit: Number(match[1]), periodMs: PERIODS[match[2]!]! }
}

/**
 * Rate limit for callers; none by default. If the operator sets one, the X-RateLimit headers report the count
 * shared by all processes of all servers; without a limit the headers are absent.
 */
export class Throttle {
  readonly #rate: Rate
  readonly #services: Pick<Services, 'clock' | 'countRequest'>
  readonly #name: string

  /** `name` keeps the callers of different throttles apart. */
  constructor(name: string, rate: Rate, services: Pick<Services, 'clock' | 'countRequest'>) {
    this.#name = name
    this.#rate = rate
    this.#services = services
  }

  /** Counts a request and returns the headers; throws if there were too many. Rejected requests are not counted. */
  async admit(caller: string): Promise<Record<string, string>> {
    const { limit, periodMs } = this.#rate
    const who = `${this.#name} ${caller}`
    const { clock, countRequest } = this.#services
    const { isAdmitted, remaining, resetMs } = await countRequest({ who, limit, periodMs, at: clock.now() })
    if (isAdmitted) return this.#headers(remaining, resetMs)
    const error = throttled(Math.ceil(resetMs / 1000))
    Object.assign(error.headers, this.#headers(0, resetMs))
    throw error
  }

  /** Weblate's headers, and those of the IETF draft. */
  #headers(remaining: number, resetMs: number): Record<string, string> {
    const { limit, periodMs } = this.#rate
    return {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(Math.ceil(resetMs / 1000)),
      ...rateLimitFields([{ name: this.#name, limit, periodMs, remaining, resetMs }]),
    }
  }
}

/** Adds the headers of another limit. Only the draft's headers can list several. */
export function addLimits(headers: Record<string, string>, added: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(added)) {
    const known = headers[name]
    if (known === undefined) headers[name] = value
    else if (name.startsWith('RateLimit')) headers[name] = `${known}, ${value}`
  }
}
