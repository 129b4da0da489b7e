// IP addresses as user names: detection and normalization.

const v4Byte = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|0?[0-9]?[0-9])'
const v4 = new RegExp(`^${v4Byte}(?:\\.${v4Byte}){3}(/(?:3[0-2]|[12]?[0-9]))?$`)
const v4Masked = new RegExp(`^${v4Byte}(?:\\.${v4Byte}){2}\\.xxx$`)
const v6Prefix = /^(?:12[0-8]|1[01][0-9]|[1-9]?[0-9])$/
const v6Word = /^[0-9A-Fa-f]{1,4}$/

interface SplitAddress {
  address: string
  prefix: string | null
}

function split(text: string): SplitAddress {
  const slash = text.indexOf('/')
  return slash < 0 ? { address: text, prefix: null } : { address: text.slice(0, slash), prefix: text.slice(slash + 1) }
}

/** The eight groups of an IPv6 address; null for other text. Embedded IPv4 notation is not supported. */
function v6Groups(address: string): string[] | null {
  if (address.length > 39 || !address.includes(':')) return null
  const gap = address.indexOf('::')
  if (gap < 0) {
    const words = address.split(':')
    return words.length === 8 && words.every(word => v6Word.test(word)) ? words : null
  }
  const head = gap === 0 ? [] : address.slice(0, gap).split(':')
  const tail = gap + 2 === address.length ? [] : address.slice(gap + 2).split(':')
  if (head.length + tail.length > 7) return null
  if (!head.every(word => v6Word.test(word)) || !tail.every(word => v6Word.test(word))) return null
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

export function isIpv4(text: string): boolean {
  return v4.exec(text)?.[1] === undefined && v4.test(text)
}

export function isIpv6(text: string): boolean {
  return v6Groups(text) !== null
}

/** A single address, not a range. */
export function isIp(text: string): boolean {
  return isIpv4(text) || isIpv6(text)
}

/** An address range in CIDR notation. */
export function isIpRange(text: string): boolean {
  const { address, prefix } = split(text)
  if (prefix === null) return false
  return v4.test(text) || (v6Prefix.test(prefix) && v6Groups(address) !== null)
}

/** An address with its last number masked, as stored by old wikis. */
export function isMaskedIp(text: string): boolean {
  return v4Masked.test(text)
}

/** Normalizes an address or range: no leading zeros, IPv6 in full and upper case. Other text stays as it is. */
export function sanitizeIp(text: string): string {
  const trimmed = text.trim()
  if (v4.test(trimmed)) return trimmed.replace(/(?<![0-9])0+(?=[0-9])/g, '')
  const { address, prefix } = split(trimmed)
  if (prefix !== null && !v6Prefix.test(prefix)) return text
  const groups = v6Groups(address)
  if (!groups) return text
  const full = groups.map(group => group.toUpperCase().replace(/^0+(?=.)/, '')).join(':')
  return prefix === null ? full : `${full}/${prefix}`
}

/** An address as sortable hexadecimal digits; `v6-` separates the long ones. */
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
