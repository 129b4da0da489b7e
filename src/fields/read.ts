import type { Fields, Input } from './field.ts'
import { InvalidInput, invalid, type Problem } from './problem.ts'

interface ReadOptions {
  /** PATCH: omitted fields keep their values. */
  partial?: boolean
}

/** Parses a request body or query. Reports all errors together, in field order. Ignores unknown keys. */
export function readFields<F extends Fields>(
  fields: F,
  value: unknown,
  { partial = false }: ReadOptions = {},
): Input<F> {
  return readAt(fields, value, '', partial)
}

export const readNested = <F extends Fields>(fields: F, value: unknown, at: string): Input<F> =>
  readAt(fields, value, `${at}.`, false)

function readAt<F extends Fields>(fields: F, value: unknown, prefix: string, partial: boolean): Input<F> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const detail = `Invalid data. Expected a dictionary, but got ${pythonType(value)}.`
    throw invalid({ code: 'invalid', detail, attr: `${prefix}non_field_errors` })
  }
  const input = value as Record<string, unknown>
  const result: Record<string, unknown> = {}
  const problems: Problem[] = []
  const collectErrors = (read: () => void) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      problems.push(...error.problems)
    }
  }
  for (const [name, field] of Object.entries(fields)) {
    const attr = prefix + name
    const raw = Object.hasOwn(input, name) ? input[name] : undefined
    if (field.readOnly) {
      if (raw !== undefined) collectErrors(() => field.guard?.(raw, attr))
      continue
    }
    if (raw === undefined) {
      if (partial) continue
      if (field.required) problems.push({ code: 'required', detail: 'This field is required.', attr })
      else if (field.fallback !== undefined) result[name] = field.fallback
    } else if (raw === null) {
      if (field.nullable) result[name] = null
      else problems.push({ code: 'null', detail: 'This field may not be null.', attr })
    } else {
      collectErrors(() => {
        result[name] = field.read(raw, attr)
      })
    }
  }
  if (problems.length > 0) throw invalid(...problems)
  return result as Input<F>
}

/** The Python name of a JSON type, as Weblate's error messages use it. */
export function pythonType(value: unknown): string {
  if (value === null) return 'NoneType'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return { string: 'str', boolean: 'bool', object: 'dict' }[typeof value as string] ?? typeof value
}
