// Outbound requests to third-party services. They must not reach this server's private network (SSRF).

import { lookup } from 'node:dns/promises'
import type { ClientRequest, RequestOptions } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { observe, requestSpan } from './traced-request.ts'

/** Loopback, private and special-purpose networks. */
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

/** Only global unicast IPv6 addresses are public, except ranges that embed IPv4 addresses or are reserved. */
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

/** A resolved host. */
export interface Place {
  readonly address: string
  readonly family: number
  readonly isPrivate: boolean
}

/** Resolves a host name; null on failure. Connect to the returned address, not to the name (DNS rebinding). */
export async function placeOf(host: string): Promise<Place | null> {
  const resolved = await lookup(host.replace(/^\[|\]$/g, ''), { all: false }).catch(() => null)
  return resolved && { ...resolved, isPrivate: isPrivateAddress(resolved.address) }
}

/**
 * Sends a request to an address that was already resolved and checked: a second lookup could return another one.
 * `getBuiltinModule` avoids loading all of `node:http` (see src/html/status-texts.ts).
 */
export function requestAt(url: URL, { address, family }: Place, options: RequestOptions): ClientRequest {
  const span = requestSpan(url, options.method)
  const request = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http').request(url, {
    agent: false,
    ...options,
    lookup: (_host, { all }, done) => {
      if (all) done(null, [{ address, family }])
      else done(null, address, family)
    },
  })
  if (span !== null) observe(request, span)
  return request
}
