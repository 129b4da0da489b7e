import { BlockList, isIP } from 'node:net'

/** Whether one of these addresses or ranges ("10.0.0.0/8") contains an IP address. Invalid entries are ignored. */
export function includesAddress(ranges: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const entry of ranges) {
    const range = parseRange(entry)
    if (range !== null) list.addSubnet(range.address, range.prefix, range.kind)
  }
  return isIP(ip) !== 0 && list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}

function parseRange(entry: string): { address: string; prefix: number; kind: 'ipv4' | 'ipv6' } | null {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return null
  const most = version === 6 ? 128 : 32
  const prefix = bits === undefined ? most : Number(bits)
  const isFit = Number.isInteger(prefix) && prefix >= 0 && prefix <= most && bits !== ''
  return isFit ? { address, prefix, kind: version === 6 ? 'ipv6' : 'ipv4' } : null
}

/** The ranges in a text, separated by spaces or commas; null if one of them is none. */
export function readRanges(text: string): string[] | null {
  const ranges = text.split(/[\s,]+/).filter(each => each !== '')
  return ranges.length <= 50 && ranges.every(each => parseRange(each) !== null) ? ranges : null
}
