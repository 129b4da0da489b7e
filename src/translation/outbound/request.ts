// Outbound requests to third-party servers, with time limits and without access to the server's private network.

import { type Place, placeOf, requestAt } from '#net/outside.ts'

const PATIENCE_MS = 10_000

/** Why a request failed, worded for the person who entered the address. */
export class OutboundError extends Error {}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
  /** How long to wait for the whole response. */
  readonly patienceMs?: number
  /** Size limit of the response; a larger one is an error unless `cut` is set. */
  readonly mostBytes: number
  readonly cut?: boolean
}

export interface OutboundAnswer {
  readonly status: number
  readonly text: string
  /** The header in which servers ask for a pause. */
  readonly retryAfter?: string | undefined
}

const NOT_REACHED = 'The server cannot be reached.'

/** Sends a request. The host is resolved once and exactly that address is checked and used; redirects are not followed. */
export async function askOutside(address: string, options: OutboundRequest): Promise<OutboundAnswer> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OutboundError('The address is not a valid web address.')
  const place = await placeOf(url.hostname)
  // The same message for both, so that it does not reveal which hosts exist in the private network.
  if (place === null || (!options.allowPrivate && place.isPrivate))
    throw new OutboundError(
      options.allowPrivate ? NOT_REACHED : `${NOT_REACHED} This site does not allow servers in private networks.`,
    )
  const limit = AbortSignal.any([options.signal, AbortSignal.timeout(options.patienceMs ?? PATIENCE_MS)])
  return send(url, options, place, limit).catch((error: unknown) => {
    options.signal.throwIfAborted()
    if (error instanceof OutboundError) throw error
    throw new OutboundError(limit.aborted ? 'The server took too long to respond.' : NOT_REACHED)
  })
}

function send(
  url: URL,
  { method, headers = {}, body, mostBytes, cut = false }: OutboundRequest,
  place: Place,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<OutboundAnswer>()
  const request = requestAt(url, place, {
    method,
    signal,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
  })
  request.on('error', reject)
  request.on('response', answer => {
    const { statusCode: status = 0 } = answer
    const parts: Buffer[] = []
    let length = 0
    const text = () => Buffer.concat(parts).subarray(0, mostBytes).toString('utf8')
    answer.on('data', (part: Buffer) => {
      length += part.length
      parts.push(part)
      if (length <= mostBytes) return
      if (cut) settle({ status, text: text() })
      else reject(new OutboundError('The response is too large.'))
      request.destroy()
    })
    answer.on('error', reject)
    answer.on('end', () => settle({ status, text: text(), retryAfter: answer.headers['retry-after'] }))
  })
  request.end(body)
  return promise
}
