import { askOutside, type OutboundAnswer, OutboundError } from '../outbound/request.ts'
import { type Ask, at, MachineryError, RateLimitError } from './service.ts'

const MOST_BYTES = 1024 * 1024

export interface AskOptions {
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
}

/** Sends a request to a third-party service and parses the response. */
export const asking =
  (options: AskOptions): Ask =>
  async (address, headers, body, { method = 'POST', seconds } = {}) => {
    const answer = await askOutside(address, {
      ...options,
      method,
      headers: { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(seconds !== undefined && { patienceMs: seconds * 1000 }),
      mostBytes: MOST_BYTES,
    }).catch((error: unknown) => {
      throw error instanceof OutboundError ? new MachineryError(error.message) : error
    })
    const { status, text } = answer
    if (status >= 300 && status < 400) throw new MachineryError('The server redirects to another address.')
    if (status === 429) throw new RateLimitError(explained(answer), pauseOf(answer))
    if (status !== 200) throw new MachineryError(explained(answer))
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw new MachineryError('The response is not valid JSON.')
    }
  }

const MOST_REASON = 300

/** The status, and the service's own words if the response has them. */
function explained({ status, text }: OutboundAnswer): string {
  const reason = reasonIn(text)
  return reason === null
    ? `The server responded with status ${status}.`
    : `The server responded with status ${status}: ${reason}`
}

/** Where services put the reason of an error. */
const REASONS = [
  ['error', 'message'],
  ['error'],
  ['message'],
  ['Message'],
  ['detail'],
  ['responseDetails'],
  ['explanation'],
]

/** Only the members above are shown: a response of another server must not become visible as a whole. */
export function reasonIn(text: string): string | null {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return null
  }
  // Google wraps the error of a list in a list.
  const whole = Array.isArray(answer) ? answer[0] : answer
  const reason = REASONS.map(path => at(whole, ...path)).find(found => typeof found === 'string' && found.trim() !== '')
  if (reason === undefined) return null
  const line = (reason as string)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length > MOST_REASON ? `${line.slice(0, MOST_REASON).toWellFormed()}…` : line
}

const USUAL_PAUSE = 30
const LONGEST_PAUSE = 3600

/** How long the service wants us to wait: `Retry-After` is in seconds or a date. */
function pauseOf({ retryAfter }: OutboundAnswer): number {
  const asked = /^\d{1,9}$/.test(retryAfter ?? '')
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter ?? '') - Date.now()) / 1000)
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 1), LONGEST_PAUSE) : USUAL_PAUSE
}
