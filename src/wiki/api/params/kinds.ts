/**
 * The kinds of parameter a module can declare. One declaration gives the listing (`action=paraminfo`), the validation,
 * the help page, the sandbox form, the fuzzers, and the static type of the handler's argument.
 */
type Scalar = string | number | boolean

/** As a default: the language the wiki is written in, which only the site knows. */
export const CONTENT_LANGUAGE: unique symbol = Symbol('content language')
type Preset = Scalar | typeof CONTENT_LANGUAGE

type ParamType =
  | 'string'
  | 'text'
  | 'integer'
  | 'boolean'
  | 'timestamp'
  | 'user'
  | 'title'
  | 'namespace'
  | 'limit'
  | 'password'
  | 'expiry'
  | 'upload'

export interface ParamInfo {
  readonly name: 'useronly' | 'nonuseronly' | 'singlepageonly' | 'modes'
  readonly values?: readonly number[]
}

/** Settings of the wiki that bring parameters along, or values of them. */
export type ParamSetting = 'watchlistExpiry'

type UserKind = 'name' | 'ip' | 'interwiki' | 'id' | 'cidr'

export interface Options {
  readonly default?: Preset
  readonly multi?: true
  readonly required?: true
  readonly deprecated?: true
  readonly deprecatedvalues?: readonly string[]
  /** Warned of like deprecated values, though the listing does not say so. */
  readonly outdatedvalues?: readonly string[]
  readonly sensitive?: true
  /** Other values than the listed ones reach the module, which has its own words about them. */
  readonly open?: true
  readonly allowsduplicates?: true
  readonly allspecifier?: '*'
  /** Takes `*` for all values like an `allspecifier`, though the listing does not say so. */
  readonly takesAll?: true
  /** Accepted, though the listing leaves it out. */
  readonly unlisted?: true
  readonly extranamespaces?: readonly number[]
  readonly subtypes?: readonly UserKind[]
  /** Listed with the tags that people may put on changes here, which the module itself looks up. */
  readonly listsTags?: true
  /** Listed with the groups of the wiki that are given by hand; others are no values. */
  readonly listsGroups?: true
  /** For titles: those of pages that are there. The module itself looks them up. */
  readonly mustExist?: true
  /** How many values at most, whoever asks. */
  readonly maxValues?: number
  /** Though it is required, it may be empty. */
  readonly mayBeEmpty?: true
  /** Listed with all tags that changes can carry. */
  readonly listsAllTags?: true
  readonly min?: number
  readonly max?: number
  /** A value out of range is brought into it, with a warning. */
  readonly clamped?: true
  readonly highmax?: number
  readonly info?: readonly ParamInfo[]
  /** The name of a submodule group: the value names modules, whose own parameters come along. */
  readonly submodules?: Readonly<Record<string, string>>
  /** Put before the prefix of such a submodule's parameters: `g` for generators. */
  readonly submoduleparamprefix?: string
  /** There only where the wiki's setting of this name is on. */
  readonly setting?: ParamSetting
  /** Values of an enumeration that are there only where a setting is on. */
  readonly settingvalues?: Readonly<Record<string, ParamSetting>>
  /** The word in braces in its name, and the parameter whose values stand there. */
  readonly templatevars?: Readonly<Record<string, string>>
}

/** `Value` is what the handler gets; it lives in the type only. */
export interface Param<Value = unknown> {
  readonly type: ParamType | readonly string[]
  readonly options: Options
  readonly value?: Value
}

export type Params = Readonly<Record<string, Param>>

/** The arguments of a handler, from its declaration. */
export type Args<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer V> ? V : never }

type Many<T, O> = O extends { multi: true } ? readonly T[] : T
type Always<O> = O extends { default: Preset } ? true : O extends { required: true } ? true : false
type Out<T, O> = Always<O> extends true ? Many<T, O> : Many<T, O> | undefined

const kind =
  <T>(type: ParamType) =>
  <const O extends Options = object>(options: O = {} as O): Param<Out<T, O>> => ({ type, options })

export const string = kind<string>('string')
/** Long text, as edits bring it; listed as `text`. */
export const text = kind<string>('text')
export const integer = kind<number>('integer')
/** Seconds since 1970. */
export const timestamp = kind<number>('timestamp')
export const password = kind<string>('password')
export const namespace = kind<number>('namespace')
/** A file, sent in a form; the handler finds it among the request's files. */
export const upload = kind<undefined>('upload')

/** Until when, in seconds since 1970; null for ever. No time is longer than the wiki allows. */
export const expiry = kind<number | null>('expiry')

/** A page's title as it was given, if it can be one. */
export const title = kind<string>('title')

/** Present means true, whatever the value, also `0`. */
export const boolean = (options: Options = {}): Param<boolean> => ({ type: 'boolean', options })

export const user = <const O extends Options = object>(options: O = {} as O): Param<Out<string, O>> => ({
  type: 'user',
  options: { subtypes: ['name', 'ip', 'interwiki', 'id'], ...options },
})

export const oneOf = <const V extends string, const O extends Options & { default?: V } = object>(
  type: readonly V[],
  options: O = {} as O,
): Param<Out<V, O>> => ({ type, options })

/**
 * As many parameters as another one has values: `fromtext-{slot}` for each value of `fromslots`, which must be an enumeration.
 * The handler gets those that were given, by value.
 */
export const forEach = <V>(
  vars: Readonly<Record<string, string>>,
  { type, options }: Param<V>,
): Param<Readonly<Partial<Record<string, NonNullable<V>>>>> => ({ type, options: { ...options, templatevars: vars } })

type ManyOptions<V extends string> = Omit<Options, 'default' | 'multi'> & { readonly default?: readonly V[] | '' }

/** Several values of an enumeration. Defaults are joined with `|` in the listing; `''` is the listed default of none. */
export function manyOf<const V extends string, const O extends ManyOptions<V> = object>(
  type: readonly V[],
  options: O = {} as O,
): Param<O extends { default: unknown } ? readonly V[] : readonly V[] | undefined> {
  const { default: preset, ...rest } = options as ManyOptions<V>
  const listed = preset === undefined ? {} : { default: typeof preset === 'string' ? preset : preset.join('|') }
  return { type, options: { ...rest, ...listed, multi: true } }
}

/** How many results; `max` asks for the most the caller may have. */
export function limit(options: Options & { default: 'none' }): Param<number | undefined>
export function limit(options?: Options): Param<number>
export function limit(options: Options = {}): Param<number | undefined> {
  const { default: preset = 10, ...rest } = options
  return {
    type: 'limit',
    options: { ...(preset !== 'none' && { default: preset }), min: 1, max: 500, highmax: 5000, ...rest },
  }
}
