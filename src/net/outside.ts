// Requests to servers of others, which must not lead into the network that this server stands in.

import { lookup } from 'node:dns/promises'
import type { ClientRequest, RequestOptions } from 'node:http'
import { BlockList, isIP } from 'node:net'

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

/** Where a server is. */
export interface Place {
  readonly address: string
  readonly family: number
  readonly isPrivate: boolean
}

/** Looks up a name, once; null when it leads nowhere. What is connected to must be what was looked at. */
export async function placeOf(host: string): Promise<Place | null> {
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: false }).catch(() => null)
  return found && { ...found, isPrivate: isPrivateAddress(found.address) }
}

/**
 * A request for an http or https address, to the very place that was looked at: asked again, the name might lead elsewhere.
 * Not imported the usual way, which would make all that `node:http` offers (see web/status-texts.ts).
 */
export const requestAt = (url: URL, { address, family }: Place, options: RequestOptions): ClientRequest =>
  process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http').request(url, {
    agent: false,
    ...options,
    lookup: (_host, { all }, done) => {
      if (all) done(null, [{ address, family }])
      else done(null, address, family)
    },
  })
