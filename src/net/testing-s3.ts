// Test double for the part of S3 that `s3.ts` uses. It recomputes and checks the signature of every request. Set
// PARLANCE_TEST_S3 (in the format of the setting `uploadStore`) to run the tests against a real store.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { authorization, parseS3Url } from './s3.ts'

interface Held {
  readonly bytes: Buffer
  readonly modified: Date
  readonly meta: Readonly<Record<string, string>>
}

export interface TestS3 {
  /** In the format of the setting `uploadStore`. */
  readonly url: string
  readonly objects: Map<string, Held>
  /** Answers the next requests with 500. */
  fail(times: number): void
  close(): Promise<void>
}

const KEYS = { accessKey: 'AKIDTEST', secretKey: 'se/cr+et', region: 'eu-test-1' }
const PAGE = 3

export async function testS3(): Promise<TestS3> {
  const objects = new Map<string, Held>()
  let failing = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const send = (status: number, text = '', headers: Record<string, string | number> = {}) =>
      response.writeHead(status, headers).end(text)
    if (failing > 0) {
      failing--
      return send(500, '<Error><Code>InternalError</Code></Error>')
    }
    if (!isSigned(request, body)) return send(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const url = new URL(request.url!, 'http://x')
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (bucket !== 'bucket') return send(404, '<Error><Code>NoSuchBucket</Code></Error>')
    const name = rest.join('/')
    if (name === '') return send(200, listing(objects, url.searchParams))
    const held = objects.get(name)
    if (request.method === 'PUT') {
      const meta = Object.entries(request.headers).filter(([header]) => header.startsWith('x-amz-meta-'))
      objects.set(name, { bytes: body, modified: new Date(), meta: Object.fromEntries(meta) as Record<string, string> })
      return send(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return send(204)
    }
    if (!held) return send(404, '<Error><Code>NoSuchKey</Code></Error>')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range ? held.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : held.bytes
    const headers = { ...held.meta, 'content-length': part.length, 'last-modified': held.modified.toUTCString() }
    response.writeHead(range ? 206 : 200, headers).end(request.method === 'HEAD' ? undefined : part)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const secret = encodeURIComponent(KEYS.secretKey)
  return {
    url: `s3+http://${KEYS.accessKey}:${secret}@127.0.0.1:${port}/bucket/some/where?region=${KEYS.region}`,
    objects,
    fail: times => {
      failing = times
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A folder in the real store of PARLANCE_TEST_S3 or, without one, a test double. */
export async function anyS3(): Promise<Pick<TestS3, 'url' | 'close'>> {
  const real = process.env.PARLANCE_TEST_S3
  if (!real) return testS3()
  if (parseS3Url(real) === null) throw new Error('PARLANCE_TEST_S3 is not the URL of an S3 store.')
  const [address, query] = real.split('?') as [string, string?]
  return {
    url: `${address}/test-${process.pid}-${Date.now()}${query ? `?${query}` : ''}`,
    close: async () => undefined,
  }
}

function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? []
  const [path, search = ''] = url!.split('?') as [string, string?]
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date', ...Object.keys(headers).filter(isAmazons)]
  if (headers['x-amz-content-sha256'] !== bodyHash || !needed.every(name => names.includes(name))) return false
  const signed = {
    method: method!,
    path,
    bodyHash,
    time: String(headers['x-amz-date']),
    query: Object.fromEntries(new URLSearchParams(search)),
    headers: Object.fromEntries(names.map(name => [name, String(headers[name])])),
  }
  return authorization(signed, KEYS) === headers.authorization
}

const isAmazons = (name: string): boolean => name.startsWith('x-amz-')

function listing(objects: ReadonlyMap<string, Held>, query: URLSearchParams): string {
  const [prefix, from] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
  const names = [...objects.keys()].filter(name => name.startsWith(prefix) && name > from).sort()
  const shown = names.slice(0, PAGE)
  const contents = shown.map(name => {
    const { bytes, modified } = objects.get(name)!
    const key = name.replaceAll('&', '&amp;')
    return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const more = names.length > shown.length
  const next = more ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}
