// For tests: random request bodies, made from declarations.
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import type { Field, Fields } from './fields/field.ts'

const USUAL = ['hello', 'cs', 'en', 'po', 'main', '1', 'https://example.org/', 'a@example.org', '2026-01-01']

/** A body with some of the fields that can be written, each with what it wants most of the time, sometimes with anything. */
export function bodyFor(fields: Fields, known: readonly string[] = USUAL): fc.Arbitrary<Record<string, unknown>> {
  const writable = Object.entries(fields).filter(([, field]) => !field.readOnly)
  const required = writable.filter(([, field]) => field.required).map(([name]) => name)
  const model = Object.fromEntries(writable.map(([name, field]) => [name, valueFor(field, known)]))
  return fc.oneof(
    { weight: 3, arbitrary: fc.record(model, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
  )
}

function valueFor(field: Field, known: readonly string[]): fc.Arbitrary<unknown> {
  const { schema, inner, type } = field
  const junk = fc.jsonValue({ maxDepth: 2 })
  const fitting = (): fc.Arbitrary<unknown> => {
    if (inner && type !== 'list') return bodyFor(inner.fields, known)
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
    const items = schema.items as { type?: string; enum?: unknown[] } | undefined
    if (items)
      return fc.array(items.enum ? fc.constantFrom(...items.enum) : scalar(items.type, known), { maxLength: 3 })
    return scalar(Array.isArray(schema.type) ? String(schema.type[0]) : (schema.type as string | undefined), known)
  }
  return fc.oneof({ weight: 4, arbitrary: fitting() }, { weight: 1, arbitrary: junk })
}

function scalar(type: string | undefined, known: readonly string[]): fc.Arbitrary<unknown> {
  if (type === 'integer' || type === 'number') return fc.oneof(fc.integer({ min: 0, max: 12 }), fc.maxSafeInteger())
  if (type === 'boolean') return fc.boolean()
  return fc.oneof(
    fc.constantFrom(...known),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
  )
}
