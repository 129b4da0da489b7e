import type { Caller } from '#accounts/caller.ts'
import type { ActionApi } from '../api/main.ts'
import { readForm } from '../api/read-form.ts'
import { normalizeText } from '../api/request.ts'
import { WorkRefused } from '../content/text-work/text-work.ts'
import type { Wiki } from '../wiki.ts'
import { TooManySteps } from '../wikitext/steps.ts'
import { conditionalStatus, isConditional, validators } from './conditions.ts'
import type { RestAnswer, RestCall } from './endpoint.ts'
import { endpoints } from './endpoints/index.ts'
import { readParams } from './params.ts'
import { readBody } from './read-body.ts'
import { errorBody, RestError } from './rest-error.ts'
import { allowedMethods, match } from './routing.ts'

/** A request as received. */
export interface RestRequest {
  readonly method: string
  /** Below `rest.php`, still percent-encoded. */
  readonly path: string
  /** The query string. */
  readonly query: string
  readonly ip: string
  readonly body: Buffer
  header(name: string): string | undefined
  readonly gone: () => AbortSignal
}

export interface RestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null for a response without a body. */
  readonly body: unknown
}

const BUSY_SECONDS = '5'

/** Headers that scripts may send, as in MediaWiki. */
const ALLOWED_HEADERS = [
  ...['Accept', 'Accept-Language', 'Content-Language', 'Content-Type', 'Accept-Encoding', 'DNT', 'Origin'],
  ...['User-Agent', 'Api-User-Agent', 'Access-Control-Max-Age', 'Authorization'],
  ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'Idempotency-Key'],
].join(', ')

/** Answers a request to the REST API. */
export async function performRest(
  wiki: Wiki,
  api: ActionApi,
  request: RestRequest,
  caller: Caller,
): Promise<RestResponse> {
  const shared: Record<string, string> = {}
  try {
    return await respond(wiki, api, request, caller, shared)
  } catch (thrown) {
    const error = asRestError(thrown)
    if (error === null) throw thrown
    const headers = { ...shared, ...error.headers }
    // Without a body, as MediaWiki responds to conditions that are not met.
    return { status: error.status, headers, body: error.status === 412 ? null : await errorBody(wiki, error) }
  }
}

function asRestError(thrown: unknown): RestError | null {
  if (thrown instanceof RestError) return thrown
  const isBusy = thrown instanceof WorkRefused && thrown.reason === 'busy'
  if (isBusy) return new RestError(503, 'The server is busy.', {}, { 'retry-after': BUSY_SECONDS })
  if (thrown instanceof WorkRefused || thrown instanceof TooManySteps)
    return new RestError(413, { key: 'rest-resource-limit-exceeded', params: [] })
  return null
}

async function respond(
  wiki: Wiki,
  api: ActionApi,
  request: RestRequest,
  caller: Caller,
  shared: Record<string, string>,
): Promise<RestResponse> {
  if (request.method === 'OPTIONS') return preflight(request.path)
  const { endpoint, inPath } = match(endpoints, request.method, request.path)
  const isReading = endpoint.method === 'GET' || endpoint.reads === true
  mayUse(wiki, request, caller, isReading)
  const inQuery = readForm(request.query)
  const args = readParams(endpoint.params, (name, place) =>
    place === 'path' ? inPath.get(name) : inQuery.get(name) && normalizeText(inQuery.get(name)!),
  )
  const body = endpoint.fields ? readBody(endpoint.fields, request.header('content-type'), request.body) : {}
  const viewer = await api.begin(
    wiki,
    { ...NO_PARAMETERS, ip: request.ip, header: request.header, gone: request.gone },
    caller,
  )
  const { db, site } = wiki
  const call: RestCall = { wiki, site, db, caller, viewer, api, args, body, headers: shared, url: urlsOf(wiki) }
  const resource = await endpoint.open(call)
  const early = conditionalStatus(isReading, request.header, resource)
  const isGuarded = !isReading && resource.etag !== null && isConditional(request.header)
  if (early !== null && !isGuarded) return { status: early, headers: validators(resource), body: null }
  const answer = await resource.answer(isGuarded ? { isMet: early === null } : undefined)
  const headers = {
    ...shared,
    ...answer.headers,
    ...(isReading && validators(resource)),
    'cache-control': cacheControl(wiki, caller, answer),
  }
  return { status: answer.status ?? 200, headers, body: answer.body }
}

const preflight = (path: string): RestResponse => ({
  status: 204,
  headers: {
    'access-control-allow-methods': allowedMethods(endpoints, path).join(', '),
    'access-control-allow-headers': ALLOWED_HEADERS,
  },
  body: null,
})

const NO_PARAMETERS = { method: 'GET', params: new Map(), inUrl: new Map(), files: new Map() } as const

function mayUse(wiki: Wiki, request: RestRequest, caller: Caller, isReading: boolean): void {
  const deny = (error: string): never => {
    throw new RestError(403, null, { error })
  }
  if (!caller.can('read')) deny('rest-read-denied')
  if (isReading) return
  if (!caller.can('writeapi')) deny('rest-write-denied')
  if (caller.account === null && !isOwnOrigin(wiki, request.header('origin'))) deny('rest-cross-origin-anon-write')
}

/** Requests without an origin do not come from a page in a browser. */
function isOwnOrigin({ services }: Wiki, origin: string | undefined): boolean {
  if (origin === undefined) return true
  const { siteUrl, wikiOrigins } = services.config
  return origin === new URL(siteUrl).origin || wikiOrigins.includes(origin)
}

const urlsOf =
  ({ scriptUrl }: Wiki): RestCall['url'] =>
  (path, query = {}) => {
    const sent = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return `${scriptUrl.replace(/api\.php$/, 'rest.php')}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`
  }

/** MediaWiki lets shared caches keep what visitors see; here, only browsers may. */
function cacheControl({ services }: Wiki, caller: Caller, { maxAge }: RestAnswer): string {
  const isPublic = caller.account === null && services.permissions.rightsOf('*').includes('read')
  return isPublic && maxAge !== undefined ? `private, max-age=${maxAge}` : 'private, max-age=0, s-maxage=0'
}
