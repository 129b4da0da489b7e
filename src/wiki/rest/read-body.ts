import { plaintext } from '../messages/message.ts'
import { failRest, RestError } from './rest-error.ts'

/** A field of a JSON body. */
export interface BodyField {
  readonly type: 'string' | 'boolean' | 'object'
  readonly required?: true
  /** Whether it is wikitext, which can be long. */
  readonly isWikitext?: true
  /** For the documentation. */
  readonly words: string
  readonly example: unknown
}

export type BodyFields = Readonly<Record<string, BodyField>>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const KINDS = {
  string: { name: 'a string', fits: (value: unknown) => typeof value !== 'object' },
  boolean: { name: 'true or false', fits: (value: unknown) => typeof value === 'boolean' },
  object: { name: 'an object', fits: isObject },
} as const

/** Reads a JSON body. Fields that are not declared are ignored. */
export function readBody(fields: BodyFields, contentType: string | undefined, body: Buffer): Record<string, unknown> {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type === '')
    throw new RestError(415, 'A Content-Type header must be supplied with a request payload.', {
      error: 'no-content-type',
    })
  if (type !== 'application/json') throw new RestError(415, 'Unsupported Content-Type', { content_type: type })
  const sent = parse(body)
  const read: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = sent[name] ?? null
    if (value === null && field.required) failRest(400, 'rest-missing-body-field', [plaintext(name)])
    if (value !== null && !KINDS[field.type].fits(value))
      throw new RestError(400, `The field "${name}" must be ${KINDS[field.type].name}.`, {
        error: 'parameter-validation-failed',
        name,
      })
    read[name] = value !== null && field.type === 'string' ? String(value) : value
  }
  return read
}

function parse(body: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    return failRest(400, 'rest-json-body-parse-error', [plaintext('Syntax error')])
  }
  return isObject(value) ? value : failRest(400, 'rest-bad-json-body')
}
