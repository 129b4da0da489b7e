/** From the one that we like best. */
const ENCODINGS = ['br', 'gzip', 'deflate'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Which encoding to use for whoever sent this `Accept-Encoding`; null for none. */
export function encodingFor(accepted: string): Encoding | null {
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
    // What is as good as no compression is better with it.
    const own = weightOf(encoding)
    if (own > weight || (best === null && own === weight && own > 0)) {
      best = encoding
      weight = own
    }
  }
  return best
}
