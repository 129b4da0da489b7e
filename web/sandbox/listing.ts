// The machine listing of the Action API (`action=paraminfo`), as far as a form is made of it.

export interface Param {
  readonly name: string
  readonly type: string | readonly string[]
  readonly required?: boolean
  readonly default?: string | number | boolean
  readonly deprecated?: boolean
  readonly sensitive?: boolean
  readonly multi?: boolean
  /** How many values the caller may give. */
  readonly limit?: number
  readonly min?: number
  readonly max?: number
  readonly highmax?: number
  readonly allspecifier?: string
  readonly extranamespaces?: readonly number[]
  readonly deprecatedvalues?: readonly string[]
  /** Values that are modules, and where those stand in the listing. */
  readonly submodules?: Readonly<Record<string, string>>
  readonly submoduleparamprefix?: string
  /** The word in braces in its name, and the parameter whose values stand there. */
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

/** Modules by their paths, as far as they are known. */
export type Listing = ReadonlyMap<string, Module>

/** Where a wiki's listing comes from: asked for modules, it tells what it knows of them. */
export type AskListing = (params: Readonly<Record<string, string>>) => Promise<unknown>

/** The listing with these modules in it; those that do not exist stay away. */
export async function withModules(known: Listing, paths: readonly string[], ask: AskListing): Promise<Listing> {
  const wanted = paths.filter(path => !known.has(path))
  if (wanted.length === 0) return known
  const answer = (await ask({ action: 'paraminfo', modules: wanted.join('|'), helpformat: 'html' })) as {
    paraminfo?: { modules?: Module[] }
  } | null
  return new Map([...known, ...(answer?.paraminfo?.modules ?? []).map(each => [each.path, each] as const)])
}
