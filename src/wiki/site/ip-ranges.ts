// Addresses as hexadecimal numbers, in which ranges are stored and compared:
// eight digits for IPv4, `v6-` and 32 digits for IPv6.
import { isIp, isIpRange, isIpv4, sanitizeIp } from './ip.ts'

/** A range of addresses from `low` to `high`, inclusive. A single address is a range of one. */
export interface IpRange {
  readonly version: 4 | 6
  /** Number of leading bits that all addresses share. */
  readonly prefix: number
  readonly low: string
  readonly high: string
}

/** Parses an address or a CIDR range; null for other text. */
export function parseIpRange(text: string): IpRange | null {
  if (!isIp(text) && !isIpRange(text)) return null
  const [address, bits] = sanitizeIp(text).split('/') as [string, string | undefined]
  const version = isIpv4(address) ? 4 : 6
  const width = version === 4 ? 32 : 128
  const prefix = bits === undefined ? width : Number(bits)
  const value = version === 4 ? valueOfIpv4(address) : valueOfIpv6(address)
  const hosts = (1n << BigInt(width - prefix)) - 1n
  return { version, prefix, low: toHex(value & ~hosts, version), high: toHex(value | hosts, version) }
}

const valueOfIpv4 = (address: string): bigint =>
  address.split('.').reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

const valueOfIpv6 = (address: string): bigint =>
  address.split(':').reduce((sum, word) => (sum << 16n) | BigInt(`0x${word}`), 0n)

const toHex = (value: bigint, version: 4 | 6): string => {
  const digits = value.toString(16).toUpperCase()
  return version === 4 ? digits.padStart(8, '0') : `v6-${digits.padStart(32, '0')}`
}

/** The address for a hexadecimal number. An empty value, as for accounts, becomes 0.0.0.0. */
export function addressOfHex(hex: string): string {
  if (hex.startsWith('v6-')) {
    const words = hex.slice(3).match(/.{1,4}/g) ?? []
    return words.map(word => word.replace(/^0+(?=.)/, '')).join(':')
  }
  const digits = hex.padStart(8, '0')
  return [0, 2, 4, 6].map(at => Number.parseInt(digits.slice(at, at + 2), 16)).join('.')
}
