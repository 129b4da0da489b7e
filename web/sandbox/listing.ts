// The parts of `action=paraminfo` that the form uses.

export interface Param {
  readonly name: string
  readonly type: string | readonly string[]
  readonly required?: boolean
  readonly default?: string | number | boolean
  readonly deprecated?: boolean
  readonly sensitive?: boolean
  readonly multi?: boolean
  /** Maximum number of values for the caller. */
  readonly limit?: number
  readonly min?: number
  readonly max?: number
  readonly highmax?: number
  readonly allspecifier?: string
  readonly extranamespaces?: readonly number[]
  readonly deprecatedvalues?: readonly string[]
  /** Values that are modules, with their module paths. */
  readonly submodules?: Readonly<Record<string, string>>
  readonly submoduleparamprefix?: string
  /** The template variable in its name, and the parameter that supplies its values. */
  readonly templatevars?: Readonly<Record<string, string>>
  readonly tokentype?: string
  /** HTML. */
  readonly description?: string
  readonly info?: readonly { readonly text?: string }[]
}

export interface Example {
  readonly query: string
  readonly description: string
}

export interface Module {
  readonly name: string
  readonly path: string
  readonly prefix: string
  readonly group?: string
  readonly description: string
  readonly deprecated?: boolean
  readonly internal?: boolean
  readonly writerights?: boolean
  readonly mustbeposted?: boolean
  readonly generator?: boolean
  readonly examples: readonly Example[]
  readonly parameters: readonly Param[]
  readonly templatedparameters: readonly Param[]
}

/** Loaded modules, by path. */
export type Listing = ReadonlyMap<string, Module>

/** Loads modules from `paraminfo`. */
export type AskListing = (params: Readonly<Record<string, string>>) => Promise<unknown>

/** Adds these modules to the listing. Modules that do not exist are skipped. */
export async function withModules(known: Listing, paths: readonly string[], ask: AskListing): Promise<Listing> {
  const wanted = paths.filter(path => !known.has(path))
  if (wanted.length === 0) return known
  const answer = (await ask({ action: 'paraminfo', modules: wanted.join('|'), helpformat: 'html' })) as {
    paraminfo?: { modules?: Module[] }
  } | null
  return new Map([...known, ...(answer?.paraminfo?.modules ?? []).map(each => [each.path, each] as const)])
}
