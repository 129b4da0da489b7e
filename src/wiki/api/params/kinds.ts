/**
 * The parameter types. One declaration drives the listing (`action=paraminfo`), validation, the help page, the sandbox
 * form, the fuzzers, and the static type of the handler's argument.
 */
type Scalar = string | number | boolean

/** Default value: the wiki's content language. */
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

/** Settings and extensions of the wiki that enable parameters, values or modules. */
export type ParamSetting =
  | 'watchlistExpiry'
  | 'Echo'
  | 'PageImages'
  | 'Scribunto'
  | 'TemplateData'
  | 'TemplateStyles'
  | 'TextExtracts'
  | 'Thanks'

type UserKind = 'name' | 'ip' | 'interwiki' | 'id' | 'cidr'

export interface Options {
  readonly default?: Preset
  readonly multi?: true
  readonly required?: true
  readonly deprecated?: true
  readonly deprecatedvalues?: readonly string[]
  /** Values that warn like deprecated ones without being listed as such. */
  readonly outdatedvalues?: readonly string[]
  readonly sensitive?: true
  /** The module also accepts and validates unlisted values. */
  readonly open?: true
  readonly allowsduplicates?: true
  readonly allspecifier?: '*'
  /** Accepts `*` like an `allspecifier` without listing it. */
  readonly takesAll?: true
  /** Accepted but not listed. */
  readonly unlisted?: true
  readonly extranamespaces?: readonly number[]
  readonly subtypes?: readonly UserKind[]
  /** Lists the tags that users may apply here; the module validates them. */
  readonly listsTags?: true
  /** Accepts only the groups of the wiki that can be assigned. */
  readonly listsGroups?: true
  /** The title must exist; the module checks that. */
  readonly mustExist?: true
  /** Maximum number of values, regardless of rights. */
  readonly maxValues?: number
  /** May be empty although it is required. */
  readonly mayBeEmpty?: true
  /** Lists all tags that changes can have. */
  readonly listsAllTags?: true
  readonly min?: number
  readonly max?: number
  /** Values out of range are clamped, with a warning. */
  readonly clamped?: true
  readonly highmax?: number
  readonly info?: readonly ParamInfo[]
  /** Submodule group: the value names modules, whose own parameters then apply. */
  readonly submodules?: Readonly<Record<string, string>>
  /** Additional prefix for the parameters of the submodule: `g` for generators. */
  readonly submoduleparamprefix?: string
  /** Exists only if this setting is enabled. */
  readonly setting?: ParamSetting
  /** Values that exist only if a setting is enabled. */
  readonly settingvalues?: Readonly<Record<string, ParamSetting>>
  /** The variable in the name, and the parameter that supplies its values. */
  readonly templatevars?: Readonly<Record<string, string>>
}

/** `Value` is the type passed to the handler; it exists only at type level. */
export interface Param<Value = unknown> {
  readonly type: ParamType | readonly string[]
  readonly options: Options
  readonly value?: Value
}

export type Params = Readonly<Record<string, Param>>

/** Arguments of a handler, derived from its declaration. */
export type Args<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer V> ? V : never }

type Many<T, O> = O extends { multi: true } ? readonly T[] : T
type Always<O> = O extends { default: Preset } ? true : O extends { required: true } ? true : false
type Out<T, O> = Always<O> extends true ? Many<T, O> : Many<T, O> | undefined

const kind =
  <T>(type: ParamType) =>
  <const O extends Options = object>(options: O = {} as O): Param<Out<T, O>> => ({ type, options })

export const string = kind<string>('string')
/** Long text, as in edits; listed as `text`. */
export const text = kind<string>('text')
export const integer = kind<number>('integer')
/** Seconds since 1970. */
export const timestamp = kind<number>('timestamp')
export const password = kind<string>('password')
export const namespace = kind<number>('namespace')
/** An uploaded file; the handler finds it in the request's files. */
export const upload = kind<undefined>('upload')

/** Expiry in seconds since 1970; null for never. Limited to the maximum the wiki allows. */
export const expiry = kind<number | null>('expiry')

/** A valid page title, as sent. */
export const title = kind<string>('title')

/** True if present, whatever the value, even `0`. */
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
 * Templated parameter: `fromtext-{slot}` for each value of `fromslots`, which must be an enumeration. The handler gets
 * the values that were sent, keyed by value.
 */
export const forEach = <V>(
  vars: Readonly<Record<string, string>>,
  { type, options }: Param<V>,
): Param<Readonly<Partial<Record<string, NonNullable<V>>>>> => ({ type, options: { ...options, templatevars: vars } })

type ManyOptions<V extends string> = Omit<Options, 'default' | 'multi'> & { readonly default?: readonly V[] | '' }

/** Several values of an enumeration. Defaults are joined with `|` in the listing; `''` means none. */
export function manyOf<const V extends string, const O extends ManyOptions<V> = object>(
  type: readonly V[],
  options: O = {} as O,
): Param<O extends { default: unknown } ? readonly V[] : readonly V[] | undefined> {
  const { default: preset, ...rest } = options as ManyOptions<V>
  const listed = preset === undefined ? {} : { default: typeof preset === 'string' ? preset : preset.join('|') }
  return { type, options: { ...rest, ...listed, multi: true } }
}

/** Number of results; `max` requests as many as the caller may have. */
export function limit(options: Options & { default: 'none' }): Param<number | undefined>
export function limit(options?: Options): Param<number>
export function limit(options: Options = {}): Param<number | undefined> {
  const { default: preset = 10, ...rest } = options
  return {
    type: 'limit',
    options: { ...(preset !== 'none' && { default: preset }), min: 1, max: 500, highmax: 5000, ...rest },
  }
}
