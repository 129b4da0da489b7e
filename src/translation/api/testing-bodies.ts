// Test helper: random request bodies generated from declarations.
import fc from 'fast-check'
import type { Field, Fields, JsonSchema } from '#fields/field.ts'
import { anyCharacter } from '#store/testing-text.ts'

const USUAL = ['hello', 'cs', 'en', 'po', 'main', '1', 'https://example.org/', 'a@example.org', '2026-01-01']

/** Plausible values for a field name; the empty name stands for any field. */
export type Values = (field: string) => readonly string[]
const usual: Values = () => USUAL

/**
 * A body with some of the writable fields. Half of the bodies have only plausible values, so some requests succeed;
 * the rest contain arbitrary values or omit required fields.
 */
export function bodyFor(fields: Fields, values: Values = usual): fc.Arbitrary<Record<string, unknown>> {
  const writable = Object.entries(fields).filter(([, field]) => !field.readOnly)
  const required = writable.filter(([, field]) => field.required).map(([name]) => name)
  const valid = Object.fromEntries(writable.map(([name, field]) => [name, validValue(name, field, values)]))
  const mixed = Object.fromEntries(writable.map(([name, field]) => [name, maybeValid(name, field, values)]))
  return fc.oneof(
    { weight: 1, arbitrary: fc.record(valid, { requiredKeys: required }).map(body => fewer(body, required)) },
    { weight: 1, arbitrary: fc.record(valid, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(mixed, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(mixed, { requiredKeys: [] }) },
  )
}

/** The required fields plus one more: fewer fields mean fewer reasons for an error. */
function fewer(body: Record<string, unknown>, required: readonly string[]): Record<string, unknown> {
  const more = Object.keys(body).find(name => !required.includes(name))
  return Object.fromEntries(Object.entries(body).filter(([name]) => required.includes(name) || name === more))
}

const maybeValid = (name: string, field: Field, values: Values): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: validValue(name, field, values) },
    { weight: 1, arbitrary: anyText(values) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )

/** A value that suits the name and schema of a field. */
function validValue(name: string, { schema, inner, type }: Field, values: Values): fc.Arbitrary<unknown> {
  if (inner && type !== 'list') return bodyFor(inner.fields, values)
  return fromSchema(name, schema, values)
}

function fromSchema(name: string, schema: JsonSchema, values: Values): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  const type = Array.isArray(schema.type) ? String(schema.type[0]) : schema.type
  if (schema.items) return fc.array(fromSchema(name, schema.items as JsonSchema, values), { maxLength: 3 })
  const candidates = values(name)
  if (type === 'integer' || type === 'number') return numberOf(schema, candidates)
  if (type === 'boolean') return fc.boolean()
  const fresh = freshText(schema)
  const fitting = candidates.filter(value => schema.format !== 'uri' || /^https?:/.test(value))
  return fitting.length === 0 ? fresh : fc.oneof(fresh, fc.constantFrom(...fitting))
}

function numberOf({ minimum, maximum }: JsonSchema, candidates: readonly string[]): fc.Arbitrary<number> {
  const [min, max] = [Number(minimum ?? 0), Number(maximum ?? 60)]
  const ids = candidates.filter(value => /^\d{1,15}$/.test(value)).map(Number)
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min, max: Math.max(min, max) }) },
    ...(ids.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...ids) }] : []),
    { weight: 1, arbitrary: fc.maxSafeInteger() },
  )
}

/** Text that most likely does not exist yet. */
function freshText({ format, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.constantFrom('2026-01-01T00:00:00Z', '2027-12-31T23:59:59.999999+14:00')
  const make =
    format === 'email'
      ? (n: number) => `a${n}@example.org`
      : format === 'uri'
        ? (n: number) => `https://example.org/${n}`
        : pattern === undefined
          ? (n: number) => `Text ${n}`
          : (n: number) => `slug-${n}`
  return fc.nat(9999).map(make)
}

const anyText = (values: Values): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...values('')),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
  )
