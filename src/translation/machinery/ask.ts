// Requests to servers of others, which must neither hold us up nor lead into the network that this server stands in.

import { lookup as resolve } from 'node:dns/promises'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { type Ask, MachineryError } from './service.ts'

const PATIENCE_MS = 10_000
const MOST_BYTES = 1024 * 1024

/** Networks that are nobody else's business: this machine, private ones, and those with a special meaning. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')

/** Of IPv6 only what is given out to everybody is public, and of that not what stands for IPv4 addresses. */
const PUBLIC_6 = new BlockList()
PUBLIC_6.addSubnet('2000::', 3, 'ipv6')
const SPECIAL_6 = new BlockList()
SPECIAL_6.addSubnet('2001::', 23, 'ipv6')
SPECIAL_6.addSubnet('2001:db8::', 32, 'ipv6')
SPECIAL_6.addSubnet('2002::', 16, 'ipv6')

export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return PRIVATE.check(address, 'ipv4')
  return !PUBLIC_6.check(address, 'ipv6') || SPECIAL_6.check(address, 'ipv6')
}

export interface AskOptions {
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
}

/** Asks as `options` allow: the address is looked up once, looked at, and connected to. */
export const asking =
  ({ allowPrivate, signal }: AskOptions): Ask =>
  async (address, headers, body) => {
    const url = URL.canParse(address) ? new URL(address) : null
    if (url === null || !/^https?:$/.test(url.protocol)) throw new MachineryError('Its address is no web address.')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const found = await resolve(host, { all: false }).catch(() => {
      throw new MachineryError('Its server cannot be found.')
    })
    if (!allowPrivate && isPrivateAddress(found.address))
      throw new MachineryError('Its server stands in a private network, which this site does not allow.')
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
    const text = await send(url, { headers, body: JSON.stringify(body), connectTo: found, signal: limit }).catch(
      (error: unknown) => {
        signal.throwIfAborted()
        if (error instanceof MachineryError) throw error
        throw new MachineryError(limit.aborted ? 'It took too long to answer.' : 'Its server cannot be reached.')
      },
    )
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw new MachineryError('It gave an answer that is no JSON.')
    }
  }

interface Sending {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connectTo: { address: string; family: number }
  readonly signal: AbortSignal
}

function send(url: URL, { headers, body, connectTo, signal }: Sending): Promise<string> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<string>()
  const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
    method: 'POST',
    agent: false,
    signal,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    // The very address that was looked at: asked again, the name might lead elsewhere.
    lookup: (_host, options, done) => {
      if (options.all) done(null, [connectTo])
      else done(null, connectTo.address, connectTo.family)
    },
  })
  request.on('error', reject)
  request.on('response', answer => {
    const { statusCode = 0 } = answer
    if (statusCode !== 200) {
      request.destroy()
      const isElsewhere = statusCode >= 300 && statusCode < 400
      return reject(
        new MachineryError(isElsewhere ? 'It leads to another address.' : `It answered with status ${statusCode}.`),
      )
    }
    const parts: Buffer[] = []
    let length = 0
    answer.on('data', (part: Buffer) => {
      length += part.length
      parts.push(part)
      if (length <= MOST_BYTES) return
      request.destroy()
      reject(new MachineryError('Its answer is too long.'))
    })
    answer.on('error', reject)
    answer.on('end', () => settle(Buffer.concat(parts).toString('utf8')))
  })
  request.end(body)
  return promise
}
