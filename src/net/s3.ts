// As much of Amazon's S3 as a store of files needs, spoken to any server that has it: whole objects by name, path-style
// addresses, requests signed with "AWS Signature Version 4".

import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where objects are kept, and with what requests are signed. */
export interface S3Place {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Before the name of every object: empty, or with a slash at its end. */
  readonly folder: string
  readonly accessKey: string
  readonly secretKey: string
}

export const S3_URL_SHAPE =
  'an address such as s3://KEY:SECRET@s3.example.org/bucket (s3+http:// without TLS; a folder and ?region=… may follow)'

/** Null when the text is no such address. Signs of its own in a key or secret (/, +, @) stand in percent notation. */
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

/** A request, as its signature sees it. */
interface Signed {
  readonly method: string
  /** In percent notation. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** All that is signed, by names in small letters; the host is among them. */
  readonly headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, in hexadecimal digits. */
  readonly bodyHash: string
  /** `20130524T000000Z` */
  readonly time: string
}

type Keys = Pick<S3Place, 'accessKey' | 'secretKey' | 'region'>

/** What the header `Authorization` says. */
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

/** Everything but letters, digits and "-_.~". */
const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const queryText = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

/** The server could not be reached, or gave an answer that makes no sense. */
export class S3Error extends Error {}

interface Wish {
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

const PATIENCE_MS = 30_000
const ATTEMPTS = 3
const PAUSE_MS = 200

export class S3 {
  readonly #place: S3Place
  readonly #http
  readonly #agent

  constructor(place: S3Place) {
    this.#place = place
    // Not imported the usual way, which would make all that `node:http` offers (see web/status-texts.ts).
    this.#http = process.getBuiltinModule(place.endpoint.startsWith('https:') ? 'node:https' : 'node:http')
    this.#agent = new this.#http.Agent({ keepAlive: true, maxSockets: 16 })
  }

  /** The object, as it comes; null when there is none. `range` is from the first to the last byte. */
  async get(name: string, range?: { start: number; end: number }): Promise<IncomingMessage | null> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` }
    const answer = await this.#ask({ method: 'GET', name, ...(headers && { headers }) })
    if (answer.statusCode !== 404) return answer
    answer.resume()
    return null
  }

  async head(name: string): Promise<IncomingHttpHeaders | null> {
    const answer = await this.#ask({ method: 'HEAD', name })
    answer.resume()
    return answer.statusCode === 404 ? null : answer.headers
  }

  async put(name: string, body: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const answer = await this.#ask({ method: 'PUT', name, body, headers })
    answer.resume()
    if (answer.statusCode === 404) throw new S3Error(`There is no bucket "${this.#place.bucket}".`)
  }

  async remove(name: string): Promise<void> {
    ;(await this.#ask({ method: 'DELETE', name })).resume()
  }

  /** All objects whose names begin so, in the order of their names. */
  async *list(prefix: string): AsyncGenerator<S3Entry> {
    const before = this.#place.folder + prefix
    for (let token: string | null = ''; token !== null; ) {
      const query = { 'list-type': '2', prefix: before, ...(token !== '' && { 'continuation-token': token }) }
      const answer = await this.#ask({ method: 'GET', query })
      const xml = await text(answer)
      for (const [, entry] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const name = field(entry!, 'Key')
        const modified = Date.parse(field(entry!, 'LastModified') ?? '')
        if (name === null || !name.startsWith(before) || Number.isNaN(modified))
          throw new S3Error('A list makes no sense.')
        const size = Number(field(entry!, 'Size'))
        yield { name: name.slice(this.#place.folder.length), size, modified: Math.floor(modified / 1000) }
      }
      token = field(xml, 'IsTruncated') === 'true' ? field(xml, 'NextContinuationToken') : null
    }
  }

  /** Everything that is asked for here may be asked for twice. */
  async #ask(wish: Wish): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#send(wish).catch((error: Error) => error)
      const status = answer instanceof Error ? 0 : answer.statusCode!
      if (!(answer instanceof Error) && (status < 300 || (status === 404 && wish.query === undefined))) return answer
      const said =
        answer instanceof Error ? String(answer) : `${status} ${(await text(answer).catch(() => '')).slice(0, 300)}`
      // What it refuses it will refuse again; other troubles may pass.
      if (attempt === ATTEMPTS || (status >= 300 && status < 500 && status !== 429))
        throw new S3Error(`${wish.method} ${wish.name ?? ''}: ${said}`)
      await sleep(PAUSE_MS * attempt)
    }
  }

  #send({ method, name, query = {}, headers = {}, body }: Wish): Promise<IncomingMessage> {
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
      timeout: PATIENCE_MS,
      headers: { ...headers, ...signed, authorization: authorized, 'content-length': body?.length ?? 0 },
    })
    request.on('timeout', () => request.destroy(new Error('It took too long to answer.')))
    request.on('response', resolve)
    request.on('error', reject)
    request.end(body)
    return promise
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of an element that has no others in it. */
function field(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)
  return found && found[1]!.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity) => ENTITIES[entity]!)
}
