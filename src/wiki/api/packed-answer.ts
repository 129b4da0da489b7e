import { promisify } from 'node:util'
import { gunzipSync, gzip, gzipSync } from 'node:zlib'
import { acceptsGzip } from '#html/accept-encoding.ts'
import { COMPRESS_ABOVE_BYTES } from '#html/compress-above.ts'
import type { Answer } from './answer.ts'
import type { ApiRequest } from './request.ts'

/** Longer bodies are compressed on another thread. */
const MAX_SYNC = 128 * 1024
/** Longer bodies would take too long to unpack for clients that want them uncompressed. */
const LONGEST = 2_000_000

const gzipElsewhere = promisify<Buffer, Buffer>(gzip)

/** A response as it is kept: compressed, unless it is short. Most clients get it like that. */
export type PackedAnswer = Answer & { readonly body: Buffer }

/** Null if the response is too long to be kept. */
export async function packAnswer({ headers, ...answer }: Answer): Promise<PackedAnswer | null> {
  const plain = Buffer.from(answer.body)
  if (plain.length > LONGEST) return null
  if (plain.length < COMPRESS_ABOVE_BYTES) return { ...answer, headers, body: plain }
  const body = plain.length > MAX_SYNC ? await gzipElsewhere(plain) : gzipSync(plain)
  const vary = headers.vary === undefined ? 'accept-encoding' : `${String(headers.vary)}, accept-encoding`
  return { ...answer, headers: { ...headers, 'content-encoding': 'gzip', vary }, body }
}

/** The response for the client of a request. */
export function unpackAnswer(packed: PackedAnswer, request: ApiRequest): Answer {
  const { 'content-encoding': encoding, ...headers } = packed.headers
  if (encoding === undefined || wantsGzip(request)) return packed
  return { ...packed, headers, body: gunzipSync(packed.body) }
}

const wantsGzip = (request: ApiRequest): boolean =>
  request.header('X-No-Compression') === undefined && acceptsGzip(request.header('Accept-Encoding') ?? '')
