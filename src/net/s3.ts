// A minimal client for S3-compatible servers: whole objects by name, path-style URLs, AWS Signature Version 4.

import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Location of a store, and the credentials for it. */
export interface S3Place {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Prefix of every object name: empty, or ending with a slash. */
  readonly folder: string
  readonly accessKey: string
  readonly secretKey: string
}

export const S3_URL_SHAPE =
  'a URL like s3://KEY:SECRET@s3.example.org/bucket (s3+http:// for no TLS; a folder and ?region=… are optional)'

/** Null if the URL is invalid. Special characters in the key and secret (/, +, @) must be percent-encoded. */
export function parseS3Url(address: string): S3Place | null {
  const protocol = /^s3(\+http|\+https)?:\/\//.exec(address)
  const url =
    protocol && URL.parse(`${protocol[1] === '+http' ? 'http' : 'https'}://${address.slice(protocol[0].length)}`)
  const [bucket = '', ...folders] = (url?.pathname ?? '').slice(1).replace(/\/+$/, '').split('/')
  if (!url || !/^[\w.-]{1,63}$/.test(bucket) || url.hash !== '') return null
  if ([...url.searchParams.keys()].some(name => name !== 'region')) return null
  if (!folders.every(folder => /^[\w.-]+$/.test(folder) && !/^\.+$/.test(folder))) return null
  const [accessKey, secretKey] = [decoded(url.username), decoded(url.password)]
  if (!accessKey || !secretKey) return null
  const region = url.searchParams.get('region') || 'us-east-1'
  const folder = folders.map(name => `${name}/`).join('')
  return { endpoint: url.origin, region, bucket, folder, accessKey, secretKey }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** The parts of a request that are signed. */
interface Signed {
  readonly method: string
  /** Percent-encoded. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** All signed headers, including the host. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, in hexadecimal digits. */
  readonly bodyHash: string
  /** `20130524T000000Z` */
  readonly time: string
}

type Keys = Pick<S3Place, 'accessKey' | 'secretKey' | 'region'>

/** The value of the `Authorization` header. */
export function authorization(request: Signed, { accessKey, secretKey, region }: Keys): string {
  const day = request.time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const names = Object.keys(request.headers).sort()
  const canonical = [
    ...[request.method, request.path, queryText(request.query)],
    ...names.map(name => `${name}:${request.headers[name]!.trim().replace(/ +/g, ' ')}`),
    ...['', names.join(';'), request.bodyHash],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', request.time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${secretKey}`,
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** Percent-encodes everything except letters, digits and "-_.~". */
const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const queryText = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

/** The server could not be reached, refused the request, or sent an invalid response. */
export class S3Error extends Error {}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  readonly name?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

export interface S3Entry {
  readonly name: string
  readonly size: number
  /** Seconds since 1970. */
  readonly modified: number
}

const TIMEOUT_MS = 30_000
const ATTEMPTS = 3
const PAUSE_MS = 200

export class S3 {
  readonly #place: S3Place
  readonly #http
  readonly #agent

  constructor(place: S3Place) {
    this.#place = place
    // `getBuiltinModule` avoids loading all of `node:http` (see src/html/status-texts.ts).
    this.#http = process.getBuiltinModule(place.endpoint.startsWith('https:') ? 'node:https' : 'node:http')
    this.#agent = new this.#http.Agent({ keepAlive: true, maxSockets: 16 })
  }

  /** Streams an object; null if there is none. Both ends of `range` are inclusive. */
  async get(name: string, range?: { start: number; end: number }): Promise<IncomingMessage | null> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` }
    const response = await this.#request({ method: 'GET', name, ...(headers && { headers }) })
    if (response.statusCode !== 404) return response
    response.resume()
    return null
  }

  async head(name: string): Promise<IncomingHttpHeaders | null> {
    const response = await this.#request({ method: 'HEAD', name })
    response.resume()
    return response.statusCode === 404 ? null : response.headers
  }

  async put(name: string, body: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const response = await this.#request({ method: 'PUT', name, body, headers })
    response.resume()
    if (response.statusCode === 404)
      throw new S3Error(`The bucket "${this.#place.bucket}" does not exist. Create it or change uploadStore.`)
  }

  async remove(name: string): Promise<void> {
    ;(await this.#request({ method: 'DELETE', name })).resume()
  }

  /** Objects with a name prefix, ordered by name. */
  async *list(prefix: string): AsyncGenerator<S3Entry> {
    const before = this.#place.folder + prefix
    // Loaded here, because few servers list objects.
    const { readS3List } = await import('./s3-list.ts')
    for (let token: string | null = ''; token !== null; ) {
      const query = { 'list-type': '2', prefix: before, ...(token !== '' && { 'continuation-token': token }) }
      const response = await this.#request({ method: 'GET', query })
      const page = readS3List(await text(response))
      if (page === null || page.objects.some(({ key }) => !key.startsWith(before)))
        throw new S3Error('The object list is malformed.')
      for (const { key, size, modified } of page.objects)
        yield { name: key.slice(this.#place.folder.length), size, modified: Math.floor(modified / 1000) }
      token = page.next
    }
  }

  /** Sends a request with retries. All requests of this client are idempotent. */
  async #request(request: S3Request): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.#send(request).catch((error: Error) => error)
      const failed = response instanceof Error
      const status = failed ? 0 : response.statusCode!
      if (!failed && (status < 300 || (status === 404 && request.query === undefined))) return response
      const problem = failed ? String(response) : `${status} ${(await text(response).catch(() => '')).slice(0, 300)}`
      // A rejected request will be rejected again; other failures may be temporary.
      if (attempt === ATTEMPTS || (status >= 300 && status < 500 && status !== 429))
        throw new S3Error(`${request.method} ${request.name ?? ''}: ${problem}`)
      await sleep(PAUSE_MS * attempt)
    }
  }

  #send({ method, name, query = {}, headers = {}, body }: S3Request): Promise<IncomingMessage> {
    const { endpoint, bucket, folder } = this.#place
    const parts = name === undefined ? [bucket] : [bucket, ...(folder + name).split('/')]
    const path = `/${parts.map(encoded).join('/')}`
    const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
    const bodyHash = sha256(body ?? '')
    const signed = {
      ...Object.fromEntries(Object.entries(headers).filter(([header]) => header.startsWith('x-amz-'))),
      host: new URL(endpoint).host,
      'x-amz-content-sha256': bodyHash,
      'x-amz-date': time,
    }
    const authorized = authorization({ method, path, query, headers: signed, bodyHash, time }, this.#place)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const search = queryText(query)
    const request = this.#http.request(`${endpoint}${path}${search && `?${search}`}`, {
      method,
      agent: this.#agent,
      timeout: TIMEOUT_MS,
      headers: { ...headers, ...signed, authorization: authorized, 'content-length': body?.length ?? 0 },
    })
    request.on('timeout', () => request.destroy(new Error(`No response within ${TIMEOUT_MS / 1000} seconds.`)))
    request.on('response', resolve)
    request.on('error', reject)
    request.end(body)
    return promise
  }
}
