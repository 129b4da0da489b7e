import type { ApiRequest } from './request.ts'

interface Crossing {
  readonly headers: Readonly<Record<string, string>>
  /** The request must be treated as a visitor's, whatever cookies it carries. */
  readonly anonymous: boolean
  readonly refusal: string | null
  /** What the answer says of its origin to caches. */
  readonly variesByOrigin?: true
}

export const SAME_ORIGIN: Crossing = { headers: {}, anonymous: false, refusal: null }

/** Says that the cookies of a request did not count. */
const SUPPRESSED = { 'mediawiki-login-suppressed': 'true' }

/** What scripts may send along, as MediaWiki allows it. */
const ALLOWED_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-language', 'content-language', 'content-type', 'accept-encoding', 'dnt', 'origin'],
  ...['user-agent', 'api-user-agent', 'access-control-max-age', 'authorization'],
  // MediaWiki does not know this one.
  'idempotency-key',
])

/** Whether any site may read the answer: it says so, or it takes the answer as a script, which browsers run from anywhere. */
export const lacksSameOrigin = ({ params }: Pick<ApiRequest, 'params'>): boolean =>
  params.has('callback') || params.get('origin') === '*'

/**
 * Requests of scripts on other sites. `origin=*` lets any site read as a visitor; an origin by name must match the
 * browser's header, and brings cookies along only if it is one of the `trusted`.
 */
export function crossOrigin(request: ApiRequest, isPreflight: boolean, trusted: readonly string[]): Crossing {
  const asked = request.params.get('origin')
  const anonymous = lacksSameOrigin(request)
  if (asked === undefined) return anonymous ? { headers: SUPPRESSED, anonymous, refusal: null } : SAME_ORIGIN
  if (asked === '*') {
    const open = { 'access-control-allow-origin': '*', 'timing-allow-origin': '*' }
    return { headers: { ...SUPPRESSED, ...allowing(request, isPreflight, open) }, anonymous, refusal: null }
  }
  const sent = request.header('origin')?.trim().split(/\s+/) ?? []
  if (!sent.includes(asked))
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

/** The headers of an answer that a script may read, or of one that says what it may send. */
function allowing(
  { header }: ApiRequest,
  isPreflight: boolean,
  origin: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!isPreflight) {
    const exposed = 'MediaWiki-API-Error, Retry-After, MediaWiki-Login-Suppressed, Idempotency-Replayed'
    return { ...origin, 'access-control-expose-headers': exposed }
  }
  const wanted = header('access-control-request-headers')
  const names = (wanted ?? '').split(',').flatMap(name => name.trim().toLowerCase() || [])
  if (!names.every(name => ALLOWED_HEADERS.has(name)))
    return { 'mediawiki-cors-rejection': 'Unsupported header requested in preflight' }
  return {
    ...origin,
    'access-control-allow-methods': 'POST, GET, HEAD',
    ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
  }
}

/** `https://*.example.org` stands for every host below it. */
function matches(pattern: string, origin: string): boolean {
  const [before, after] = pattern.split('*')
  if (after === undefined) return origin === pattern
  return (
    origin.startsWith(before!) &&
    origin.endsWith(after) &&
    /^[\w.-]+$/.test(origin.slice(before!.length, -after.length))
  )
}
