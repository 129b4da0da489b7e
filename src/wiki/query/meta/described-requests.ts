import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { asObject, list } from '../../api/result/shape.ts'
import type { AuthenticationRequest } from '../../content/authentication-requests.ts'

/** The format depends on `messageformat`. */
const message = ['string', '|', { key: 'string', params: [['string|null', '|', { num: 'integer' }]] }] as const

export const FIELD_MEMBERS = {
  type: 'string',
  'label?': message,
  'help?': message,
  optional: 'boolean',
  sensitive: 'boolean',
} as const satisfies Members

export const REQUEST_MEMBERS = {
  id: 'string',
  metadata: {},
  required: 'string',
  'provider?': message,
  'account?': message,
  'fields?': { '*': FIELD_MEMBERS },
} as const satisfies Members

type Message = ResultOf<typeof message>
type Field = ResultOf<typeof FIELD_MEMBERS>
type Request = ResultOf<typeof REQUEST_MEMBERS>

interface Described {
  readonly requests: Request[]
  readonly fields?: Record<string, Field>
}

/** Requests as clients read them. With `merge`, the fields of all of them are one list. */
export function describeRequests(
  account: string | null,
  requests: readonly AuthenticationRequest[],
  write: Write,
  merge: boolean,
): Described {
  return {
    requests: list(
      '_v',
      requests.map(request => describe(account, request, write, !merge)),
    ),
    ...(merge && { fields: asObject(mergedFields(requests, write)) }),
  }
}

export type Write = (key: string, params?: readonly (string | null | { num: number })[]) => Message | undefined

function describe(account: string | null, request: AuthenticationRequest, write: Write, withFields: boolean): Request {
  const provider = request.provider === null ? write('$1', [request.id]) : write(request.provider)
  const shownAccount = write('$1', [request.provider === null ? request.id : account])
  return {
    id: request.id,
    metadata: asObject({}),
    required: request.required,
    ...(provider !== undefined && { provider }),
    ...(shownAccount !== undefined && { account: shownAccount }),
    ...(withFields && { fields: asObject(fieldsOf(request, write)) }),
  }
}

/** Any one of several primary requests is enough, so fields of only one of them are optional, as are those of optional requests. */
function mergedFields(requests: readonly AuthenticationRequest[], write: Write): Record<string, Field> {
  const ways = requests.filter(({ required }) => required === 'primary-required')
  const others = requests.filter(request => !ways.includes(request))
  const merged: Record<string, Field> = {}
  for (const request of requests)
    for (const [name, field] of Object.entries(fieldsOf(request, write))) {
      const isSpared =
        ways.length > 1 && ways.some(way => !(name in way.fields)) && others.every(each => !(name in each.fields))
      merged[name] ??= isSpared || request.required === 'optional' ? { ...field, optional: true } : field
    }
  return merged
}

const fieldsOf = ({ fields }: AuthenticationRequest, write: Write): Record<string, Field> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shownField(field, write)]))

function shownField(field: AuthenticationRequest['fields'][string], write: Write): Field {
  const label = write(field.label, field.labelNumber === undefined ? [] : [{ num: field.labelNumber }])
  const help = write(field.help)
  return {
    type: field.type,
    ...(label !== undefined && { label }),
    ...(help !== undefined && { help }),
    optional: field.optional ?? false,
    sensitive: field.sensitive ?? false,
  }
}
