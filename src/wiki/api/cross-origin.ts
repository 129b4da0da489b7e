import type { ApiRequest } from './request.ts'

interface Crossing {
  readonly headers: Readonly<Record<string, string>>
  /** The request must be treated as a stranger's, whatever cookies it carries. */
  readonly anonymous: boolean
  readonly refusal: string | null
}

export const SAME_ORIGIN: Crossing = { headers: {}, anonymous: false, refusal: null }

/** Whether any site may read the answer: it says so, or it takes the answer as a script, which browsers run from anywhere. */
export const lacksSameOrigin = ({ params }: Pick<ApiRequest, 'params'>): boolean =>
  params.has('callback') || params.get('origin') === '*'

/**
 * Requests of scripts on other sites. `origin=*` lets anybody read as a stranger; naming an origin must match the
 * browser's header, and since no other site is trusted here, that gives no cookies either.
 */
export function crossOrigin(request: ApiRequest): Crossing {
  const asked = request.params.get('origin')
  if (asked === undefined) return lacksSameOrigin(request) ? { ...SAME_ORIGIN, anonymous: true } : SAME_ORIGIN
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'Accept, Accept-Language, Content-Language, Content-Type, Api-User-Agent',
    'access-control-expose-headers': 'MediaWiki-API-Error, Retry-After',
    'timing-allow-origin': '*',
  }
  if (asked === '*') return { headers, anonymous: true, refusal: null }
  const sent = request.header('origin')?.split(' ') ?? []
  if (!sent.includes(asked)) {
    return { headers: {}, anonymous: true, refusal: "'origin' parameter does not match Origin header" }
  }
  return { headers: {}, anonymous: true, refusal: null }
}
