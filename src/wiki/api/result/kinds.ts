// Notation for what a module returns in formatversion 2; declared once, beside its parameters.

type Name = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'any'

/**
 * A type by name or alternatives (`'string|null'`), an object by its members, an array by the kind of its items.
 * Alternatives that are not just names are `['null', '|', ['string']]`.
 */
export type Kind = Name | `${Name}|${Name}` | Members | readonly [Kind] | readonly [Kind, '|', Kind]

export const isEither = (kind: Kind): kind is readonly [Kind, '|', Kind] => Array.isArray(kind) && kind[1] === '|'

/** Members by name. `name?` may be missing (most depend on `prop`); `*` stands for members with any name. */
export interface Members {
  readonly [name: string]: Kind
}

/** The TypeScript type of a kind. */
export type ResultOf<K> = K extends string
  ? Scalar<K>
  : K extends readonly [infer Item]
    ? ResultOf<Item>[]
    : K extends readonly [infer One, '|', infer Other]
      ? Either<One, Other>
      : Flat<Named<K> & Optional<K>> & AnyName<K>

/** Unknown kinds would recurse without end. */
type Either<One, Other> = Kind extends One ? unknown : ResultOf<One> | ResultOf<Other>

interface Scalars {
  string: string
  integer: number
  number: number
  boolean: boolean
  null: null
  any: unknown
}

type Scalar<K extends string> = K extends `${infer One}|${infer Other}`
  ? Scalar<One> | Scalar<Other>
  : Scalars[K & keyof Scalars]

type Named<K> = { -readonly [N in keyof K as N extends '*' | `${string}?` ? never : N]: ResultOf<K[N]> }
type Optional<K> = { -readonly [N in keyof K as N extends `${infer M}?` ? M : never]?: ResultOf<K[N]> | undefined }
type AnyName<K> = K extends { readonly '*': infer Each } ? { [name: string]: ResultOf<Each> } : unknown
type Flat<T> = { [N in keyof T]: T[N] }
