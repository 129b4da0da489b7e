// Requests to servers of others, which must neither hold us up nor lead into the network that this server stands in.

import { type Place, placeOf, requestAt } from '#net/outside.ts'

const PATIENCE_MS = 10_000

/** Why a server could not be asked, in words for the person who gave its address. */
export class OutboundError extends Error {}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
  /** How much of the answer is read; a longer one is an error unless it is cut. */
  readonly mostBytes: number
  readonly cut?: boolean
}

export interface OutboundAnswer {
  readonly status: number
  readonly text: string
}

const NOT_REACHED = 'Its server cannot be reached.'

/** Asks a server. Its name is looked up once, the address looked at, and that very address connected to; no redirection is followed. */
export async function askOutside(address: string, wanted: OutboundRequest): Promise<OutboundAnswer> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new OutboundError('Its address is no web address.')
  const place = await placeOf(url.hostname)
  // One answer for both: otherwise it would tell which names there are in the network of this server.
  if (place === null || (!wanted.allowPrivate && place.isPrivate))
    throw new OutboundError(
      wanted.allowPrivate ? NOT_REACHED : `${NOT_REACHED} This site does not allow servers in private networks for it.`,
    )
  const limit = AbortSignal.any([wanted.signal, AbortSignal.timeout(PATIENCE_MS)])
  return send(url, wanted, place, limit).catch((error: unknown) => {
    wanted.signal.throwIfAborted()
    if (error instanceof OutboundError) throw error
    throw new OutboundError(limit.aborted ? 'It took too long to answer.' : NOT_REACHED)
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
      else reject(new OutboundError('Its answer is too long.'))
      request.destroy()
    })
    answer.on('error', reject)
    answer.on('end', () => settle({ status, text: text() }))
  })
  request.end(body)
  return promise
}
