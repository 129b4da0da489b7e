import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import { ThreadError } from '#events/threads.ts'
import { InvalidInput, type Problem } from '#fields/problem.ts'
import { unavailability } from '#store/store-error.ts'
import type { ERROR_CODES } from './error-codes.ts'

/** An error response. Handlers throw it; `Machine` writes it. */
export class ApiError extends Error {
  readonly status: number
  readonly type: 'client_error' | 'validation_error' | 'server_error'
  readonly problems: readonly Problem[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    problems: readonly Problem[],
    headers: Record<string, string> = {},
    type: ApiError['type'] = 'client_error',
  ) {
    super(problems[0]?.detail ?? `HTTP ${status}`)
    this.status = status
    this.problems = problems
    this.headers = headers
    this.type = type
  }
}

/** The error response for an exception; null if the exception is unexpected. */
export function refusalOf(error: unknown): ApiError | null {
  if (error instanceof InvalidInput) return new ApiError(400, error.problems, {}, 'validation_error')
  return error instanceof ApiError ? error : null
}

type ClientCode = keyof (typeof ERROR_CODES)['client_error']

const clientError = (
  status: number,
  code: ClientCode,
  detail: string,
  headers: Record<string, string> = {},
): ApiError => new ApiError(status, [{ code, detail, attr: null }], headers)

export const badRequest = (code: ClientCode, detail: string): ApiError => clientError(400, code, detail)
export const parseError = (detail: string): ApiError => clientError(400, 'parse_error', detail)

const ASK_FOR_TOKEN = { 'WWW-Authenticate': 'Token' }
export const notAuthenticated = (): ApiError =>
  clientError(401, 'not_authenticated', 'Authentication credentials were not provided.', ASK_FOR_TOKEN)
export const authenticationFailed = (detail: string): ApiError =>
  clientError(401, 'authentication_failed', detail, ASK_FOR_TOKEN)
export const forbidden = (detail = 'You do not have permission to perform this action.'): ApiError =>
  clientError(403, 'permission_denied', detail)
/** RFC 6750 names the scope in a header, too. */
export const insufficientScope = (scope: string): ApiError =>
  clientError(403, 'insufficient_scope', `This token or key needs the scope "${scope}" for this operation.`, {
    'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
  })
export const notFound = (detail = 'Not found.'): ApiError => clientError(404, 'not_found', detail)
export const methodNotAllowed = (method: string): ApiError =>
  clientError(405, 'method_not_allowed', `Method "${method}" not allowed.`)
export const notAcceptable = (): ApiError =>
  clientError(406, 'not_acceptable', 'Could not satisfy the request Accept header.')
/** The session belongs to a different user than the request asserts. */
export const assertionFailed = (detail: string): ApiError => clientError(403, 'assertion_failed', detail)
export const unprocessable = (code: ClientCode, detail: string): ApiError => clientError(422, code, detail)
/** `attr` is the field that holds the version the caller has seen. */
export const conflict = (attr: string, detail: string): ApiError =>
  new ApiError(409, [{ code: 'conflict' satisfies ClientCode, detail, attr }])
/** The first request with this `Idempotency-Key` has no response yet. */
export const keyInUse = (detail: string): ApiError => clientError(409, 'idempotency_key_in_use', detail)
export const preconditionFailed = (header: string, tag: string | null): ApiError =>
  clientError(
    412,
    'precondition_failed',
    `The object does not meet the ${header} condition. Read it again, then decide whether your change still applies.`,
    tag === null ? {} : { ETag: tag },
  )
export const tooLarge = (): ApiError =>
  clientError(413, 'request_too_large', 'The request body is larger than this server accepts.')
export const unsupportedMediaType = (type: string): ApiError =>
  clientError(415, 'unsupported_media_type', `Unsupported media type "${type}" in request.`)
export const locked = (code: 'component-locked' | 'repository-locked', detail: string): ApiError =>
  clientError(423, code, detail)
export const throttled = (seconds: number): ApiError =>
  clientError(429, 'throttled', `Request was throttled. Expected available in ${seconds} seconds.`, {
    'Retry-After': String(seconds),
  })
export const serverError = (): ApiError =>
  new ApiError(500, [{ code: 'error', detail: 'Server Error (500)', attr: null }], {}, 'server_error')

/** Seconds after which the file-parsing threads may have capacity again. */
const THREADS_RETRY_SECONDS = 5

/** The error response if the failure is temporary; null for any other error. */
export function unavailable(error: unknown): ApiError | null {
  const outage = unavailability(error)
  if (outage)
    return temporaryError(outage.message, outage.retryAfter, outage.onlyWrites ? 'read_only' : 'service_unavailable')
  return error instanceof ThreadError && error.isPassing ? temporaryError(error.message, THREADS_RETRY_SECONDS) : null
}

/** The response to a write while the operator has made the site read-only. */
export const readOnlySite = (reason: string): ApiError =>
  temporaryError(`This site is currently read-only: ${reason}`, READ_ONLY_RETRY_AFTER, 'read_only')

const temporaryError = (
  detail: string,
  seconds: number,
  code: keyof (typeof ERROR_CODES)['server_error'] = 'service_unavailable',
): ApiError => new ApiError(503, [{ code, detail, attr: null }], { 'Retry-After': String(seconds) }, 'server_error')

/**
 * The body of an error. `type` and `errors` are the shape of Weblate 5.10 and later; `detail` repeats the first text,
 * because wlc before 1.16 looks for it there and nowhere else.
 */
export function errorBody(error: ApiError): Record<string, unknown> {
  const body = { type: error.type, errors: error.problems }
  return error.type === 'validation_error' ? body : { ...body, detail: error.problems[0]?.detail ?? '' }
}
