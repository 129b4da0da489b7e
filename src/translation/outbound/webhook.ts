// Requests of webhooks, signed according to Standard Webhooks.

import { createHmac, randomBytes } from 'node:crypto'
import { askOutside, OutboundError } from './request.ts'

/** Delay after each failed attempt, in seconds. Together about a day. */
export const RETRY_DELAYS: readonly number[] = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800]

/** The receiver wants no more requests. */
export const GONE = 410

/** Larger bodies are not sent. */
const MAX_BODY = 256 * 1024
/** What is read of a response. */
const MAX_RESPONSE = 4096

/** A new secret: 32 bytes, as the specification writes them. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export interface WebhookRequest {
  readonly url: string
  /** Stays the same when a message is sent again. */
  readonly message: string
  readonly body: string
  /** All secrets that are valid now; none to send an unsigned request. */
  readonly secrets: readonly string[]
  /** Seconds since 1970. */
  readonly now: number
  readonly allowPrivate: boolean
}

export interface WebhookResult {
  /** Null if there was no response. */
  readonly status: number | null
  /** Why the attempt failed; null if it succeeded. */
  readonly error: string | null
  /** Start of the response. */
  readonly response: string
  readonly tookMs: number
}

/** Sends a message. Every status but 2xx is a failure; redirects are not followed. */
export async function sendWebhook(sent: WebhookRequest, stop: AbortSignal): Promise<WebhookResult> {
  const begun = performance.now()
  const result = (status: number | null, error: string | null, response = ''): WebhookResult => ({
    status,
    error,
    response,
    tookMs: Math.round(performance.now() - begun),
  })
  if (Buffer.byteLength(sent.body) > MAX_BODY) return result(null, 'The event is too large to send.')
  try {
    const { status, text } = await askOutside(sent.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Parlance', ...signedHeaders(sent) },
      body: sent.body,
      allowPrivate: sent.allowPrivate,
      signal: stop,
      mostBytes: MAX_RESPONSE,
      cut: true,
    })
    const isTaken = status >= 200 && status <= 299
    return result(status, isTaken ? null : `The server responded with status ${status}.`, text)
  } catch (problem) {
    if (!(problem instanceof OutboundError)) throw problem
    return result(null, problem.message)
  }
}

/** With several secrets, the header has a signature for each, so that receivers can change over at their own time. */
export function signedHeaders({
  message,
  body,
  secrets,
  now,
}: Pick<WebhookRequest, 'message' | 'body' | 'secrets' | 'now'>): Record<string, string> {
  const headers = { 'webhook-id': message, 'webhook-timestamp': String(now) }
  if (secrets.length === 0) return headers
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${message}.${now}.${body}`).digest('base64')}`
  })
  return { ...headers, 'webhook-signature': signatures.join(' ') }
}
