import type { Fields, Input } from './field.ts'
import { InvalidInput, invalid, type Problem } from './problem.ts'

interface ReadOptions {
  /** PATCH: what is missing stays as it is. */
  partial?: boolean
}

/** Reads a whole request body (or query). All complaints come at once, in the order of the fields. Unknown keys are ignored. */
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
  const given = value as Record<string, unknown>
  const result: Record<string, unknown> = {}
  const problems: Problem[] = []
  const complain = (read: () => void) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      problems.push(...error.problems)
    }
  }
  for (const [name, field] of Object.entries(fields)) {
    const attr = prefix + name
    const raw = Object.hasOwn(given, name) ? given[name] : undefined
    if (field.readOnly) {
      if (raw !== undefined) complain(() => field.guard?.(raw, attr))
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
      complain(() => {
        result[name] = field.read(raw, attr)
      })
    }
  }
  if (problems.length > 0) throw invalid(...problems)
  return result as Input<F>
}

/** How Python names a JSON value's type; the messages of the original speak so. */
export function pythonType(value: unknown): string {
  if (value === null) return 'NoneType'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return { string: 'str', boolean: 'bool', object: 'dict' }[typeof value as string] ?? typeof value
}
