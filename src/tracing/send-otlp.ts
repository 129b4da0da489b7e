/** A collector that does not respond in this time counts as unreachable. */
const PATIENCE_MS = 10_000

/** What to do with what was sent. */
export type SendResult = 'sent' | 'retry' | 'rejected'

/** Statuses after which OTLP allows another attempt. */
const RETRYABLE = [429, 502, 503, 504]

export interface Collector {
  /** Without a path. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Posts JSON to a collector. Never fails: requests must not depend on it. `getBuiltinModule` avoids loading all of
 * `node:http` (see src/html/status-texts.ts).
 */
export function sendOtlp({ endpoint, headers }: Collector, path: string, body: string): Promise<SendResult> {
  const url = new URL(endpoint.replace(/\/$/, '') + path)
  const { promise, resolve } = Promise.withResolvers<SendResult>()
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(PATIENCE_MS),
    agent: false,
  })
    .on('response', response => {
      const { statusCode = 500 } = response
      response.on('error', () => {}).resume()
      if (statusCode < 300) resolve('sent')
      else resolve(RETRYABLE.includes(statusCode) ? 'retry' : 'rejected')
    })
    .on('error', () => resolve('retry'))
    .end(body)
  return promise
}
