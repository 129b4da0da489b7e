import { isIpv4, isIpv6, sanitizeIp } from '../../site/ip.ts'

/** An address as hexadecimal digits whose order is that of the addresses; `v6-` sorts the long ones apart. */
export function ipHex(address: string): string | undefined {
  if (isIpv4(address)) {
    return address
      .split('.')
      .map(part => Number(part).toString(16).toUpperCase().padStart(2, '0'))
      .join('')
  }
  if (!isIpv6(address)) return undefined
  const groups = sanitizeIp(address).split(':')
  return `v6-${groups.map(group => group.padStart(4, '0')).join('')}`
}
