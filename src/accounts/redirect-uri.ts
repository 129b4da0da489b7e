/** Longest address that is accepted; also keeps the row of a client small. */
const MAX_LENGTH = 2000

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Schemes that a browser would run or that have no place to return to. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/

/**
 * Whether an application may register this address to return to: https, http on the user's own machine, or the
 * reversed domain name of a native app (`org.example.app:/callback`).
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(text) || /[\\#*<>"'`{}|^]/.test(text)) return false
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  if (PRIVATE_SCHEME.test(url.protocol)) return text.startsWith(`${url.protocol}/`) && url.host === ''
  // What is compared later is the text, so it must be what browsers make of it.
  const isPlain = url.href === text || url.href === `${text}/`
  if (url.protocol === 'https:') return isPlain
  return url.protocol === 'http:' && isPlain && LOOPBACK.has(url.hostname)
}

/** The address with further parameters in its query. */
export function withParams(uri: string, params: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(params).toString()
  return `${uri}${uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?'}${query}`
}
