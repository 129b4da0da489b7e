// What the `Accept-Encoding` header of a request allows.
import { memo } from '#cache/bounded-cache.ts'

/** In order of preference. */
const ENCODINGS = ['br', 'gzip', 'deflate'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Longer headers are not sent by common clients, and would fill the memory. */
const LONGEST_KNOWN = 100

/** Few different headers are sent again and again. */
const knownEncodings = memo(100, encodingsOf)

/** The best encoding for an `Accept-Encoding` header; null for none. */
export const encodingFor = (accepted: string): Encoding | null => known(accepted).best

/** Whether an `Accept-Encoding` header allows gzip, even if the client prefers another encoding. */
export const acceptsGzip = (accepted: string): boolean => known(accepted).gzip

const known = (accepted: string): Encodings =>
  accepted.length > LONGEST_KNOWN ? encodingsOf(accepted) : knownEncodings(accepted)

interface Encodings {
  readonly best: Encoding | null
  readonly gzip: boolean
}

function encodingsOf(accepted: string): Encodings {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const weight = parameters.find(parameter => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (encoding: Encoding): number =>
    weights.get(encoding) ?? (encoding === 'gzip' ? (weights.get('x-gzip') ?? weights.get('*')) : undefined) ?? 0
  let best: Encoding | null = null
  let weight = weights.get('identity') ?? 0
  for (const encoding of ENCODINGS) {
    // On a tie with no compression, compress.
    const own = weightOf(encoding)
    if (own > weight || (best === null && own === weight && own > 0)) {
      best = encoding
      weight = own
    }
  }
  return { best, gzip: weightOf('gzip') > 0 }
}
