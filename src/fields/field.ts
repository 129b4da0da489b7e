import { invalidField } from './problem.ts'

export type JsonSchema = Record<string, unknown>

/**
 * One member of a resource, with everything about it in one place: how to parse it from a request, and how OpenAPI,
 * OPTIONS and the browsable form describe it.
 */
export interface Field<T = unknown> {
  /** Type name in an OPTIONS response: string, integer, boolean, choice, … */
  readonly type: string
  readonly schema: JsonSchema
  /** Description for people. */
  readonly help?: string
  /** Shown in forms, unless the interface has a text for the field. */
  readonly label?: string
  readonly required: boolean
  readonly nullable: boolean
  readonly readOnly: boolean
  /** Present only in some responses. */
  readonly sometimes?: true
  /** The value if a whole object is sent without this field. */
  readonly fallback?: T
  /** Additional parts of the OPTIONS response: choices, limits, children. */
  readonly about?: Record<string, unknown>
  /** The named shape inside, so that OpenAPI can list it. */
  readonly inner?: Shape
  /** For a member that cannot be set: throws an error for values that must not be silently ignored. */
  readonly guard?: (value: unknown, at: string) => void
  /** Parses a value that is neither missing nor null; throws an error for the field `at`. */
  read(value: unknown, at: string): T
}

// biome-ignore lint/suspicious/noExplicitAny: a field of any type; `unknown` would reject all, since T is invariant
export type Fields = Record<string, Field<any>>

/** A named set of fields: one kind of object in the API. */
export interface Shape<F extends Fields = Fields> {
  readonly name: string
  readonly description: string
  readonly fields: F
  /** For an object that is a map: the type of the members that are not listed. */
  readonly others?: Field
}

export const shape = <F extends Fields>(name: string, description: string, fields: F): Shape<F> => ({
  name,
  description,
  fields,
})

/** A named map: an object with arbitrary member names and members of one type. */
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

/** What a handler receives: without read-only fields, and with optional fields possibly absent. */
export type Input<F extends Fields> = {
  [K in keyof Writable<F> as F[K] extends Optional ? never : K]: Value<F[K]>
} & { [K in keyof Writable<F> as F[K] extends Optional ? K : never]?: Value<F[K]> }

export const readOnly = <T>(field: Field<T>): Field<T> & ReadOnly => ({ ...field, readOnly: true, required: false })

/** Can be omitted; the handler then receives the fallback, or nothing. */
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

/** A schema without a type already allows null. */
const nullableSchema = (schema: JsonSchema): JsonSchema => {
  if (schema.$ref) return { anyOf: [schema, { type: 'null' }] }
  if (schema.type === undefined) return schema
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...(schema.enum as unknown[]), null] }),
  }
}

/** A field with an additional rule, which throws an error for invalid values. */
export const ruled = <T, F extends Field<T>>(field: F & Field<T>, rule: (value: T, at: string) => void): F => ({
  ...field,
  read: (raw, at) => {
    const value = field.read(raw, at)
    rule(value, at)
    return value
  },
})

/** A member that only some responses have. */
export const sometimes = <F extends Field>(field: F): F => ({ ...field, sometimes: true })

export const help = <F extends Field>(field: F, text: string, label?: string): F => ({
  ...field,
  help: text,
  ...(label !== undefined && { label }),
})

export const refuse = (at: string, code: string, detail: string): never => {
  throw invalidField(at, code, detail)
}
