import { isIpv4, isIpv6, sanitizeIp } from '../site/ip.ts'

/** A URL split as far as its index requires. */
interface UrlParts {
  readonly protocol: string
  readonly delimiter: '://' | ':'
  readonly user: string | null
  readonly host: string
  readonly port: string
  readonly rest: string
}

const HIERARCHICAL = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:]*)(:\d*)?(.*)$/i
const PLAIN = /^([a-z][a-z0-9+.-]*):([^?#]*)(.*)$/i

/**
 * Index keys of an external link: the protocol and the reversed host, `https://org.example./path`, so links to one
 * domain are adjacent. A protocol-relative link is indexed under http and https.
 */
export function urlIndexes(url: string): string[] {
  if (url.startsWith('//')) return [`http:${url}`, `https:${url}`].flatMap(urlIndexes)
  const parts = splitUrl(url)
  if (!parts) return []
  const { protocol, delimiter, rest } = parts
  if (protocol === 'mailto') {
    const at = parts.host.lastIndexOf('@')
    const host = at < 0 ? '' : reverseHost(parts.host.slice(at + 1))
    return [`mailto:${host}${at < 0 ? parts.host : `@${parts.host.slice(0, at)}`}${rest}`]
  }
  const path = delimiter === '://' && rest === '' ? '/' : rest
  return [`${protocol}${delimiter}${indexHost(parts.host)}${parts.port}${path}`]
}

function splitUrl(url: string): UrlParts | null {
  const tree = HIERARCHICAL.exec(url)
  if (tree) {
    const [, protocol, user, host, port, rest] = tree as unknown as [string, string, string?, string?, string?, string?]
    const slash = rest?.startsWith('/') || rest === '' ? rest : `/${rest}`
    return {
      protocol: protocol.toLowerCase(),
      delimiter: '://',
      user: user ?? null,
      host: host ?? '',
      port: port ?? '',
      rest: slash ?? '',
    }
  }
  const plain = PLAIN.exec(url)
  if (!plain) return null
  return { protocol: plain[1]!.toLowerCase(), delimiter: ':', user: null, host: plain[2]!, port: '', rest: plain[3]! }
}

function indexHost(raw: string): string {
  const host = decodeHost(raw)
  const bare = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIpv4(bare)) return `V4.${bare}.`
  if (host.startsWith('[') && isIpv6(bare)) return `V6.${sanitizeIp(bare).replaceAll(':', '.')}.`
  return reverseHost(encodeOdd(host))
}

/** Hosts are compared in lower case and decoded, from percent-encoding as well as Punycode. */
function decodeHost(host: string): string {
  try {
    return decodeURIComponent(host).toLowerCase()
  } catch {
    return host.toLowerCase()
  }
}

/** Encodes characters that would end the host, such as `%40`. */
const encodeOdd = (host: string): string =>
  host.replace(/[^\p{L}\p{N}!$&'()*+,;=._~-]/gu, char => encodeURIComponent(char).toUpperCase())

const reverseHost = (host: string): string => {
  const parts = host.toLowerCase().split('.').reverse().join('.')
  return parts.endsWith('.') ? parts : `${parts}.`
}

/** The common index prefix of all links that match a search such as `*.example.org/path`; null if it is invalid. */
export function urlSearchPrefix(protocolPrefix: string, search: string): string | null {
  const anySubdomain = search.startsWith('*.')
  const rest = anySubdomain ? search.slice(2) : search
  // A trailing wildcard is implied, so an explicit one is rejected.
  if (rest === '' || rest.includes('*')) return null
  if (protocolPrefix === 'mailto:') {
    const index = urlIndexes(`mailto:${rest.includes('@') ? rest : `@${rest}`}`)[0]
    if (!index) return null
    return rest.includes('@') ? index : index.slice(0, anySubdomain ? -1 : undefined)
  }
  const [index] = urlIndexes(`${protocolPrefix}${rest}`)
  if (!index) return null
  if (!anySubdomain) return index
  // The index of the domain itself, up to the end of the host.
  const end = index.indexOf('/', protocolPrefix.length)
  return (end < 0 ? index : index.slice(0, end)).replace(/:\d*$/, '')
}
