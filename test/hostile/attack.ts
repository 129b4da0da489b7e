// A generated request, and its encoding.

export type Pairs = readonly (readonly [name: string, value: string])[]

export interface SentFile {
  readonly field: string
  readonly filename: string
  readonly content: Buffer
}

export type Body =
  | { readonly kind: 'form'; readonly pairs: Pairs }
  | { readonly kind: 'multipart'; readonly pairs: Pairs; readonly file?: SentFile }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly type: string; readonly bytes: Buffer }

export const APIS = ['action', 'rest', 'pages', 'raw', 'texts', 'files'] as const
export type Api = (typeof APIS)[number]

/** A well-formed HTTP request with arbitrary content. */
export interface Attack {
  readonly api: Api
  /** The requested module or operation. The report lists those that never succeeded. */
  readonly what?: string
  readonly method: string
  /** As in the request line, without the query. */
  readonly path: string
  readonly query: Pairs
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
}

/** Replaced with the sender's token. */
export const OWN_TOKEN = '{token}'

export interface Wire {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

const BOUNDARY = 'hostile-boundary'

export function onTheWire(attack: Attack, token: string): Wire {
  const search = encodePairs(attack.query, token)
  const path = search === '' ? attack.path : `${attack.path}?${search}`
  const headers = Object.fromEntries(
    Object.entries(attack.headers ?? {}).map(([name, value]) => [name, value.replaceAll(OWN_TOKEN, token)]),
  )
  const encoded = attack.body && encodeBody(attack.body, token)
  if (!encoded) return { path, headers, body: null }
  return { path, headers: { 'Content-Type': encoded.type, ...headers }, body: encoded.bytes }
}

function encodeBody(body: Body, token: string): { type: string; bytes: Buffer } {
  if (body.kind === 'bytes') return body
  if (body.kind === 'form')
    return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(encodePairs(body.pairs, token)) }
  if (body.kind === 'json')
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body.value) ?? 'undefined') }
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: encodeParts(body.pairs, body.file, token) }
}

function encodeParts(pairs: Pairs, file: SentFile | undefined, token: string): Buffer {
  const disposition = 'Content-Disposition: form-data; name='
  const quoted = (text: string) => `"${text.replace(/["\r\n]/g, '_')}"`
  const parts = pairs.map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\n${disposition}${quoted(name)}\r\n\r\n${value.replaceAll(OWN_TOKEN, token)}\r\n`),
  )
  if (file) {
    const head = `--${BOUNDARY}\r\n${disposition}${quoted(file.field)}; filename=${quoted(file.filename)}\r\n`
    parts.push(
      Buffer.concat([
        Buffer.from(`${head}Content-Type: application/octet-stream\r\n\r\n`),
        file.content,
        Buffer.from('\r\n'),
      ]),
    )
  }
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

const encodePairs = (pairs: Pairs, token: string): string =>
  pairs.map(([name, value]) => `${encode(name)}=${encode(value.replaceAll(OWN_TOKEN, token))}`).join('&')

/** Like `encodeURIComponent`, but encodes lone surrogates as three bytes, which are invalid UTF-8. */
export function encode(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text)
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g, char => {
    if (char.isWellFormed()) return encodeURIComponent(char)
    const code = char.charCodeAt(0)
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    return bytes.map(byte => `%${byte.toString(16).toUpperCase()}`).join('')
  })
}
