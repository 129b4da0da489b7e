import { ipHex, sanitizeIp } from '../../site/ip.ts'

/** An IP range: the common prefix of its addresses, and a membership test. */
export interface AddressRange {
  readonly prefix: string
  has(address: string): boolean
}

/** Broader ranges have too many edits to search. */
const WIDEST = { v4: 8, v6: 16 } as const

/** Parses CIDR notation; null if the range is too broad. */
export function addressRange(range: string): AddressRange | null {
  const [address = '', length = ''] = sanitizeIp(range).split('/')
  const bits = Number(length)
  const isV6 = address.includes(':')
  if (bits < (isV6 ? WIDEST.v6 : WIDEST.v4)) return null
  const [separator, size] = isV6 ? ([':', 16] as const) : (['.', 8] as const)
  const parts = address.split(separator)
  const whole = Math.floor(bits / size)
  const prefix = whole === parts.length ? address : parts.slice(0, whole).join(separator) + separator
  const start = bitsOf(address).slice(0, bits)
  return { prefix, has: other => other.includes(separator) && bitsOf(other).startsWith(start) }
}

function bitsOf(address: string): string {
  const digits = (ipHex(address) ?? '').replace(/^v6-/, '')
  return [...digits].map(digit => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
}
