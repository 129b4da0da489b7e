// JSON of responses with a very long text, usually the HTML of a page. Escaping and encoding the text takes most of the
// time of such a request, so its bytes are kept.
import { randomUUID } from 'node:crypto'
import { BoundedCache } from '#cache/bounded-cache.ts'

/** Shorter texts are written about as fast as they are looked up. */
const LONG = 100_000
/** Size of one cache generation in bytes: a few of the largest pages. */
const MAX_BYTES = 8_000_000

/** The text as a JSON string in UTF-8. The same text usually is the same string, which is found without comparing it. */
const written = {
  utf8: new BoundedCache<string, Buffer>({ name: 'long texts as JSON', limit: 2 * MAX_BYTES }),
  ascii: new BoundedCache<string, Buffer>({ name: 'long texts as ASCII', limit: 2 * MAX_BYTES }),
}

/** Stands for a long text while the rest is written. Nobody can guess it. */
const PLACE = `long-text-${randomUUID()}`
export const PLACE_IN_JSON = `"${PLACE}"`

/** Members of members of the result, one level deeper for formatversion 1. */
const DEPTH = 3

/**
 * JSON in UTF-8 if there is a long text; `write` returns the JSON of a result and `prepare` readies it for the output.
 * The results of queries have many members, and their texts are not asked for as often.
 */
export function withLongTexts(
  result: unknown,
  isAscii: boolean,
  write: (result: unknown) => string,
  prepare: (json: string) => string,
): string | Buffer {
  if (!isPlain(result) || 'query' in result || !hasLong(result, DEPTH)) return prepare(write(result))
  const texts: string[] = []
  const short = withoutLong(result, texts, DEPTH)
  const cache = isAscii ? written.ascii : written.utf8
  const json = prepare(write(short))
  return withBytes(
    json,
    texts.map(text => bytesOf(text, cache, prepare)),
  )
}

/** The JSON in UTF-8, with these bytes in their places. */
export function withBytes(json: string, pieces: readonly Buffer[]): Buffer {
  const parts: Buffer[] = []
  for (const [index, part] of json.split(PLACE_IN_JSON).entries()) {
    if (index > 0) parts.push(pieces[index - 1]!)
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts)
}

function hasLong(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.length >= LONG
  if (depth === 0 || !isPlain(value)) return false
  for (const key in value) if (hasLong((value as Record<string, unknown>)[key], depth - 1)) return true
  return false
}

/** The value with long texts replaced, which are added to `texts` in their order. */
function withoutLong(value: unknown, texts: string[], depth: number): unknown {
  if (!hasLong(value, depth)) return value
  if (typeof value !== 'string')
    return Object.fromEntries(
      Object.entries(value as object).map(([key, each]) => [key, withoutLong(each, texts, depth - 1)]),
    )
  texts.push(value)
  return PLACE
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function bytesOf(text: string, cache: BoundedCache<string, Buffer>, prepare: (json: string) => string): Buffer {
  const kept = cache.get(text)
  if (kept !== undefined) return kept
  const bytes = Buffer.from(prepare(JSON.stringify(text)))
  cache.set(text, bytes, bytes.length + text.length)
  return bytes
}
