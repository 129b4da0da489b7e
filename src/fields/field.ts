import { invalidField } from './problem.ts'

export type JsonSchema = Record<string, unknown>

/**
 * One member of a resource: how it is read from a request, how it is described in OpenAPI, in an OPTIONS answer and in
 * the browsable form. Everything about a field is said once, here.
 */
export interface Field<T = unknown> {
  /** The type's name in an OPTIONS answer: string, integer, boolean, choice, … */
  readonly type: string
  readonly schema: JsonSchema
  /** For people: what it means. */
  readonly help?: string
  readonly required: boolean
  readonly nullable: boolean
  readonly readOnly: boolean
  /** Not every answer has it. */
  readonly sometimes?: true
  /** The value when a whole object is sent without this field. */
  readonly fallback?: T
  /** More of the OPTIONS answer: choices, limits, children. */
  readonly about?: Record<string, unknown>
  /** The named shape inside, so that OpenAPI can list it. */
  readonly inner?: Shape
  /** For a member that cannot be set at all: throws the error for a value that must not be passed over in silence. */
  readonly guard?: (value: unknown, at: string) => void
  /** Reads a value that is neither missing nor null; throws the error that names `at`. */
  read(value: unknown, at: string): T
}

// biome-ignore lint/suspicious/noExplicitAny: a field of any type; `unknown` would refuse them all, since T is read and written
export type Fields = Record<string, Field<any>>

/** A named set of fields: one kind of object on the wire. */
export interface Shape<F extends Fields = Fields> {
  readonly name: string
  readonly description: string
  readonly fields: F
  /** For an object that is a map: what each of its members is, beside those named. */
  readonly others?: Field
}

export const shape = <F extends Fields>(name: string, description: string, fields: F): Shape<F> => ({
  name,
  description,
  fields,
})

/** A named map: an object whose members all are of one kind, under names that are not known beforehand. */
export const mapShape = (name: string, description: string, others: Field): Shape<Record<never, never>> => ({
  name,
  description,
  fields: {},
  others,
})

type Value<F> = F extends Field<infer T> ? T : never
export type ReadOnly = { readonly readOnly: true }
type Optional = { readonly required: false }
type Writable<F extends Fields> = { [K in keyof F as F[K] extends ReadOnly ? never : K]: F[K] }

/** What a handler receives: read-only fields are gone, optional ones may be absent. */
export type Input<F extends Fields> = {
  [K in keyof Writable<F> as F[K] extends Optional ? never : K]: Value<F[K]>
} & { [K in keyof Writable<F> as F[K] extends Optional ? K : never]?: Value<F[K]> }

export const readOnly = <T>(field: Field<T>): Field<T> & ReadOnly => ({ ...field, readOnly: true, required: false })

/** May be left out; then it is absent from what the handler receives, or has its fallback. */
export const optional = <T>(field: Field<T>, fallback?: T): Field<T> & Optional => ({
  ...field,
  required: false,
  ...(fallback !== undefined && { fallback }),
})

export const nullable = <T, F extends Field<T>>(field: F & Field<T>): Omit<F, 'read'> & Field<T | null> => ({
  ...field,
  nullable: true,
  schema: nullableSchema(field.schema),
})

/** A schema without a type allows null already. */
const nullableSchema = (schema: JsonSchema): JsonSchema => {
  if (schema.$ref) return { anyOf: [schema, { type: 'null' }] }
  if (schema.type === undefined) return schema
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...(schema.enum as unknown[]), null] }),
  }
}

/** A field with one more rule, which throws what is against a value. */
export const ruled = <T, F extends Field<T>>(field: F & Field<T>, rule: (value: T, at: string) => void): F => ({
  ...field,
  read: (raw, at) => {
    const value = field.read(raw, at)
    rule(value, at)
    return value
  },
})

/** A member that only some answers have. */
export const sometimes = <F extends Field>(field: F): F => ({ ...field, sometimes: true })

export const help = <F extends Field>(field: F, text: string): F => ({ ...field, help: text })

export const refuse = (at: string, code: string, detail: string): never => {
  throw invalidField(at, code, detail)
}
