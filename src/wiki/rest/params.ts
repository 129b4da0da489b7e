import type { CatalogueKey } from '../messages/catalogue.ts'
import { type MessageParam, messageParam, plaintext } from '../messages/message.ts'
import { failRest } from './rest-error.ts'

/** A parameter in the path or the query string. */
export interface RestParam {
  readonly in: 'path' | 'query'
  /** A list names the allowed values. */
  readonly type: 'string' | 'integer' | 'boolean' | readonly string[]
  readonly required?: true
  readonly default?: number | boolean
  readonly min?: number
  readonly max?: number
  /** For the documentation. */
  readonly words: string
  readonly example: string | number | boolean
}

export type RestParams = Readonly<Record<string, RestParam>>

type ValueOf<P extends RestParam> = P['type'] extends 'string'
  ? string
  : P['type'] extends 'integer'
    ? number
    : P['type'] extends 'boolean'
      ? boolean
      : P['type'] extends readonly (infer Value)[]
        ? Value
        : never

/** Optional parameters without a default may be null. */
export type RestArgs<P extends RestParams> = {
  readonly [Name in keyof P]: P[Name] extends { readonly required: true } | { readonly default: number | boolean }
    ? ValueOf<P[Name]>
    : ValueOf<P[Name]> | null
}

export const titleInPath = {
  in: 'path',
  type: 'string',
  required: true,
  words: 'Page title. In the address it is percent-encoded, and a slash is %2F.',
  example: 'Main Page',
} as const satisfies RestParam

export const revisionInPath = {
  in: 'path',
  type: 'integer',
  required: true,
  words: 'Revision ID.',
  example: 1,
} as const satisfies RestParam

type Sent = (name: string, place: RestParam['in']) => string | undefined

/** Reads parameters in their declared order; the first invalid one is reported. */
export function readParams<P extends RestParams>(params: P, sent: Sent): RestArgs<P> {
  const args = Object.entries(params).map(([name, param]) => [name, readParam(name, param, sent(name, param.in))])
  return Object.fromEntries(args) as RestArgs<P>
}

function readParam(name: string, param: RestParam, value: string | undefined): unknown {
  const isMissing = value === undefined || (value === '' && param.type === 'string')
  if (isMissing && param.required) reject(name, value, 'missingparam', 'paramvalidator-missingparam')
  if (value === undefined) return param.default ?? null
  if (param.type === 'string') return value
  if (param.type === 'integer') return readInteger(name, param, value)
  if (param.type === 'boolean') return readBoolean(name, value)
  if (param.type.includes(value)) return value
  return reject(name, value, 'badvalue', 'paramvalidator-badvalue-enumnotmulti', [], [])
}

function readInteger(name: string, { min, max }: RestParam, value: string): number {
  const number = Number(value)
  if (!/^[+-]?\d+$/.test(value) || !Number.isSafeInteger(number))
    return reject(name, value, 'badinteger', 'paramvalidator-badinteger')
  if (min === undefined || max === undefined || (number >= min && number <= max)) return number
  const data = { min, curmax: max, max, highmax: max }
  return reject(name, value, 'outofrange', 'paramvalidator-outofrange-minmax', [min, max], data)
}

const TRUE = ['true', 't', 'yes', 'y', 'on', '1']
const FALSE = ['false', 'f', 'no', 'n', 'off', '0']

function readBoolean(name: string, value: string): boolean {
  const folded = value.toLowerCase()
  if (TRUE.includes(folded)) return true
  if (folded === '' || FALSE.includes(folded)) return false
  const quoted = (values: readonly string[]): MessageParam[] => values.map(each => plaintext(`"${each}"`))
  const yes: MessageParam = { list: quoted(TRUE), type: 'text' }
  const no: MessageParam = { list: [...quoted(FALSE), messageParam('paramvalidator-emptystring')], type: 'text' }
  return reject(name, value, 'badbool', 'paramvalidator-badbool', [yes, TRUE.length, no, FALSE.length + 1])
}

function reject(
  name: string,
  value: string | undefined,
  failureCode: string,
  key: CatalogueKey,
  more: readonly MessageParam[] = [],
  failureData: unknown = null,
): never {
  const data = { error: 'parameter-validation-failed', name, value: value ?? null, failureCode, failureData }
  return failRest(400, key, [plaintext(name), plaintext(value ?? ''), ...more], data)
}
