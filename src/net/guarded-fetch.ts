import type { IncomingMessage } from 'node:http'
import { placeOf, requestAt } from './outside.ts'

/** Larger responses are errors, unless the caller allows more. */
const MAX_BYTES = 1_000_000

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | null
  readonly signal?: AbortSignal | undefined
  readonly maxBytes?: number
}

/** The host does not exist, or is in a private network that the setting does not allow. */
export class Unreachable extends Error {}

export class ResponseTooLarge extends Unreachable {}

/** Like `fetch`, without redirects. It connects to the address that was checked. */
export async function guardedFetch(address: string, network: 'public' | 'any', sent: Sent = {}): Promise<Response> {
  const url = new URL(address)
  const place = await placeOf(url.hostname)
  if (place === null) throw new Unreachable(`cannot resolve ${url.hostname}`)
  if (place.isPrivate && network !== 'any') throw new Unreachable(`${url.hostname} is in a private network`)
  const { method = 'GET', headers = {}, body = null, signal, maxBytes = MAX_BYTES } = sent
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = requestAt(url, place, { method, headers, ...(signal && { signal }) })
    request
      .on('response', resolve)
      .on('error', reject)
      .end(body ?? undefined)
  })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new ResponseTooLarge(`${url.hostname} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  const status = response.statusCode ?? 502
  const isEmpty = status === 204 || status === 304
  const known = Object.entries(response.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map(each => [name, each] as [string, string]),
  )
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: known })
}
