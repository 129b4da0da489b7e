// Headers that requests may have and that responses have, in OpenAPI.
import { takesKey } from '../idempotency.ts'
import type { Method, Operation, Resource } from '../resource.ts'

type Json = Record<string, unknown>

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes retries safe: 8 to 200 visible ASCII characters of your choice. A retry within seven days returns the first response with the header Idempotency-Replayed and changes nothing.',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
  example: '0b9e8f1c-6a53-4c1e-9d27-5f0d2a7c4e11',
}

const TAG = '"0Zp4yL8Yk1o0T7mC3vWn9Q"'

const IF_NONE_MATCH: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'An ETag you have. If nothing has changed, the response is 304 without a body.',
  schema: { type: 'string' },
  example: TAG,
}

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the object your change is based on. If the object has changed since, the response is 412 and nothing is written.',
  schema: { type: 'string' },
  example: TAG,
}

const isReading = (method: Method): boolean => method === 'GET'

/** Writes to an object that GET returns, so that its ETag is known. */
const changesObject = ({ operations }: Resource, method: Method): boolean =>
  (method === 'PUT' || method === 'PATCH' || method === 'DELETE') && operations.GET?.answers === 'one'

export const headerParameters = (resource: Resource, method: Method, operation: Operation): Json[] => [
  ...(takesKey(operation) ? [IDEMPOTENCY_KEY] : []),
  ...(isReading(method) ? [IF_NONE_MATCH] : []),
  ...(changesObject(resource, method) ? [IF_MATCH] : []),
]

const header = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example })

/** Headers that responses refer to by name. */
export const HEADERS: Json = {
  ETag: header('Changes whenever the body changes.', TAG),
  RateLimit: header(
    'What remains of a limit, and the seconds until it is reset. Only with a limit.',
    '"account";r=99;t=3600',
  ),
  RateLimitPolicy: header('A limit: requests and seconds. Only with a limit.', '"account";q=100;w=3600'),
}

const reference = (name: string): Json => ({ $ref: `#/components/headers/${name}` })

const LIMITS = { RateLimit: reference('RateLimit'), 'RateLimit-Policy': reference('RateLimitPolicy') }

export const answerHeaders = (method: Method): Json => ({
  ...(isReading(method) && { ETag: reference('ETag') }),
  ...LIMITS,
})

/** Responses to requests with conditions. */
export const conditionalAnswers = (resource: Resource, method: Method, refused: Json): Json => ({
  ...(isReading(method) && { 304: { description: 'Nothing has changed since the ETag in If-None-Match.' } }),
  ...(changesObject(resource, method) && {
    412: { description: 'The object has changed since the ETag in If-Match. Nothing was written.', ...refused },
  }),
})
