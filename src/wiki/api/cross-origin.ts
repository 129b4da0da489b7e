import type { ApiRequest } from './request.ts'

interface CorsResult {
  readonly headers: Readonly<Record<string, string>>
  /** Treat the request as anonymous, whatever cookies it carries. */
  readonly anonymous: boolean
  readonly refusal: string | null
  /** Whether the response needs `Vary: Origin`. */
  readonly variesByOrigin?: true
}

export const SAME_ORIGIN: CorsResult = { headers: {}, anonymous: false, refusal: null }

/** Tells the client that its cookies were ignored. */
const SUPPRESSED = { 'mediawiki-login-suppressed': 'true' }

/** Headers that scripts may send, as in MediaWiki. */
const ALLOWED_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-language', 'content-language', 'content-type', 'accept-encoding', 'dnt', 'origin'],
  ...['user-agent', 'api-user-agent', 'access-control-max-age', 'authorization'],
  // Not in MediaWiki.
  'idempotency-key',
])

/** Whether any site may read the response: with `origin=*`, or as JSONP, which browsers run from anywhere. */
export const lacksSameOrigin = ({ params }: Pick<ApiRequest, 'params'>): boolean =>
  params.has('callback') || params.get('origin') === '*'

/**
 * Handles cross-origin requests. `origin=*` lets any site read anonymously; a named origin must match the `Origin`
 * header, and may send cookies only if it is `trusted`.
 */
export function crossOrigin(request: ApiRequest, isPreflight: boolean, trusted: readonly string[]): CorsResult {
  const requestedOrigin = request.params.get('origin')
  const anonymous = lacksSameOrigin(request)
  if (requestedOrigin === undefined) return anonymous ? { headers: SUPPRESSED, anonymous, refusal: null } : SAME_ORIGIN
  if (requestedOrigin === '*') {
    const open = { 'access-control-allow-origin': '*', 'timing-allow-origin': '*' }
    return { headers: { ...SUPPRESSED, ...allowing(request, isPreflight, open) }, anonymous, refusal: null }
  }
  const sent = request.header('origin')?.trim().split(/\s+/) ?? []
  if (!sent.includes(requestedOrigin))
    return { headers: {}, anonymous: true, refusal: "'origin' parameter does not match Origin header" }
  const isTrusted = sent.every(origin => trusted.some(pattern => matches(pattern, origin)))
  if (!isTrusted)
    return {
      headers: { 'mediawiki-cors-rejection': 'Origin mismatch' },
      anonymous: true,
      refusal: null,
      variesByOrigin: true,
    }
  const named = {
    'access-control-allow-origin': sent.join(' '),
    'access-control-allow-credentials': 'true',
    'timing-allow-origin': sent.join(' '),
  }
  return {
    headers: allowing(request, isPreflight, named),
    anonymous,
    refusal: null,
    variesByOrigin: true,
  }
}

/** CORS headers of a response or a preflight. */
function allowing(
  { header }: ApiRequest,
  isPreflight: boolean,
  origin: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!isPreflight) {
    const exposed = 'MediaWiki-API-Error, Retry-After, MediaWiki-Login-Suppressed, Idempotency-Replayed'
    return { ...origin, 'access-control-expose-headers': exposed }
  }
  const requestedHeaders = header('access-control-request-headers')
  const names = (requestedHeaders ?? '').split(',').flatMap(name => name.trim().toLowerCase() || [])
  if (!names.every(name => ALLOWED_HEADERS.has(name)))
    return { 'mediawiki-cors-rejection': 'Unsupported header requested in preflight' }
  return {
    ...origin,
    'access-control-allow-methods': 'POST, GET, HEAD',
    ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
  }
}

/** `https://*.example.org` matches every subdomain. */
function matches(pattern: string, origin: string): boolean {
  const [before, after] = pattern.split('*')
  if (after === undefined) return origin === pattern
  return (
    origin.startsWith(before!) &&
    origin.endsWith(after) &&
    /^[\w.-]+$/.test(origin.slice(before!.length, -after.length))
  )
}
