import { isEither, type Kind, type Members } from './kinds.ts'
import { OrderedEntries } from './shape.ts'

/**
 * Where a value differs from its declared kind, as `query.allpages.0.ns: string instead of integer`. Members without a
 * declaration are differences too: callers would see what no document mentions.
 */
export function mismatches(kind: Kind, value: unknown, path = ''): string[] {
  if (typeof kind === 'string') return fitsScalar(kind, value) ? [] : [`${path}: ${nameOf(value)} instead of ${kind}`]
  if (isEither(kind)) {
    const first = mismatches(kind[0], value, path)
    return first.length === 0 ? first : mismatches(kind[2], value, path)
  }
  if (Array.isArray(kind)) {
    if (!Array.isArray(value)) return [`${path}: ${nameOf(value)} instead of an array`]
    return value.flatMap((item, index) => mismatches(kind[0] as Kind, item, `${path}.${index}`))
  }
  return memberMismatches(kind as Members, value, path)
}

function memberMismatches(members: Members, value: unknown, path: string): string[] {
  // PHP has one empty collection, so an empty object may be shown as a list.
  const isEmptyList = Array.isArray(value) && value.length === 0
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !isEmptyList))
    return [`${path}: ${nameOf(value)} instead of an object`]
  const entries = value instanceof OrderedEntries ? value.entries : isEmptyList ? [] : Object.entries(value)
  const present = new Map<string, unknown>(entries.map(([name, each]) => [String(name), each]))
  const missing = isEmptyList
    ? []
    : Object.keys(members).filter(name => name !== '*' && !name.endsWith('?') && present.get(name) === undefined)
  return [
    ...missing.map(name => `${path}.${name}: missing`),
    ...[...present].flatMap(([name, each]) => {
      if (each === undefined) return []
      const kind = members[name] ?? members[`${name}?`] ?? members['*']
      return kind === undefined
        ? [`${path}.${name}: not declared (${nameOf(each)})`]
        : mismatches(kind, each, `${path}.${name}`)
    }),
  ]
}

const fitsScalar = (kind: string, value: unknown): boolean => kind.split('|').some(name => TESTS[name]?.(value))

const TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  integer: value => Number.isInteger(value),
  number: value => typeof value === 'number',
  boolean: value => typeof value === 'boolean',
  null: value => value === null,
  any: () => true,
}

const nameOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
