import { isIPv6, SocketAddress } from 'node:net'

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The spelling under which a person without an account is known: IPv6 in eight groups, upper case, no zeros left out. */
export function ipName(ip: string): string {
  if (!ip.includes(':')) return ip
  const v4 = mapped.exec(ip)?.[1]
  if (v4 !== undefined) return v4
  if (!isIPv6(ip)) return ip
  const short = new SocketAddress({ address: ip.replace(/%.*$/, ''), family: 'ipv6' }).address
  const [head = '', tail] = short.split('::')
  const groups = (text: string) => text.split(':').filter(group => group !== '')
  const before = groups(head)
  const after = groups(tail ?? '')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].join(':').toUpperCase()
}
