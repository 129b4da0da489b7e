import type { Param, Params } from './kinds.ts'

/** A module's wire prefix and path, which parameters and warnings refer to. */
export interface Addressed {
  readonly name: string
  readonly path: string
  readonly prefix: string
  readonly params: Params
  /** The parameter that selects it in a request: `list=allpages`. */
  readonly group?: string
}

/** A parameter with its wire name. */
export interface DeclaredParam {
  readonly key: string
  readonly name: string
  readonly param: Param
  /** Position in the declaration, which determines the order of warnings and errors. */
  readonly place: number
  /** The parameter exists only if another one has this value. */
  readonly given?: { readonly name: string; readonly value: string }
}

interface Declared {
  readonly byName: ReadonlyMap<string, DeclaredParam>
  readonly required: readonly DeclaredParam[]
}

const cache = new WeakMap<Params, Map<string, Declared>>()

/** Parameters of a module by wire name, cached. */
export function declaredParams(params: Params, prefix: string): Declared {
  const cached = cache.get(params)?.get(prefix)
  if (cached) return cached
  const all = Object.entries(params).flatMap(([key, param], place) =>
    namedParams({ key, param, place }, params, prefix),
  )
  const declared = {
    byName: new Map(all.map(one => [one.name, one])),
    required: all.filter(({ param }) => param.options.required),
  }
  const byPrefix = cache.get(params) ?? new Map<string, Declared>()
  cache.set(params, byPrefix.set(prefix, declared))
  return declared
}

function namedParams(declared: Omit<DeclaredParam, 'name'>, params: Params, prefix: string): DeclaredParam[] {
  const { key, param } = declared
  const [[word, other] = []] = Object.entries(param.options.templatevars ?? {})
  if (other === undefined) return [{ ...declared, name: prefix + key }]
  const values = params[other]!.type as readonly string[]
  return values.map(value => ({
    ...declared,
    name: prefix + key.replace(`{${word}}`, value),
    given: { name: prefix + other, value },
  }))
}
