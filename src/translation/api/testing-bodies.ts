// For tests: random request bodies, made from declarations.
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import type { Field, Fields, JsonSchema } from './fields/field.ts'

const USUAL = ['hello', 'cs', 'en', 'po', 'main', '1', 'https://example.org/', 'a@example.org', '2026-01-01']

/**
 * A body with some of the fields that can be written: half of the time each with a value it wants, so that something is
 * done; otherwise with anything here and there, or with what is required left out.
 */
export function bodyFor(fields: Fields, known: readonly string[] = USUAL): fc.Arbitrary<Record<string, unknown>> {
  const writable = Object.entries(fields).filter(([, field]) => !field.readOnly)
  const required = writable.filter(([, field]) => field.required).map(([name]) => name)
  const model = (value: typeof wanted) =>
    Object.fromEntries(writable.map(([name, field]) => [name, value(field, known)]))
  return fc.oneof(
    { weight: 2, arbitrary: fc.record(model(wanted), { requiredKeys: required, noNullPrototype: true }) },
    { weight: 1, arbitrary: fc.record(model(sometimesWanted), { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(model(sometimesWanted), { requiredKeys: [] }) },
  )
}

const sometimesWanted = (field: Field, known: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: wanted(field, known) },
    { weight: 1, arbitrary: anyText(known) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )

/** What the schema of a field asks for. */
function wanted({ schema, inner, type }: Field, known: readonly string[]): fc.Arbitrary<unknown> {
  if (inner && type !== 'list') return bodyFor(inner.fields, known)
  return fromSchema(schema, known)
}

function fromSchema(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  const type = Array.isArray(schema.type) ? String(schema.type[0]) : schema.type
  if (schema.items) return fc.array(fromSchema(schema.items as JsonSchema, known), { maxLength: 3 })
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (schema.format === 'email') return fc.nat(99).map(n => `a${n}@example.org`)
  if (schema.format === 'uri') return fc.constantFrom('https://example.org/', 'http://127.0.0.1/api/projects/hello/')
  if (schema.format === 'date-time') return fc.constantFrom('2026-01-01T00:00:00Z', '2027-12-31T23:59:59.999999+14:00')
  if (schema.pattern !== undefined)
    return fc.oneof(
      fc.nat(99).map(n => `slug-${n}`),
      fc.constantFrom(...known),
    )
  return fc.oneof(
    fc.constantFrom(...known),
    fc.nat(99).map(n => `Text ${n}`),
  )
}

const numberOf = ({ minimum = 0, maximum = 60 }: { minimum?: number; maximum?: number }): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: minimum, max: maximum }) },
    { weight: 1, arbitrary: fc.maxSafeInteger() },
  )

const anyText = (known: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 40 }), fc.string({ unit: anyCharacter, maxLength: 20 }))
