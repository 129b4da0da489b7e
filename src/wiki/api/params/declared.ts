import type { Param, Params } from './kinds.ts'

/** A module as the wire names it: what its parameters are called and where its warnings belong. */
export interface Addressed {
  readonly name: string
  readonly path: string
  readonly prefix: string
  readonly params: Params
  /** The group that names it in the request: `list=allpages`. */
  readonly group?: string
}

/** A parameter under the name it has on the wire. */
export interface DeclaredParam {
  readonly key: string
  readonly name: string
  readonly param: Param
  /** Its place in the declaration, which is the order in which warnings and errors come. */
  readonly place: number
  /** Only there when another parameter has this value. */
  readonly given?: { readonly name: string; readonly value: string }
}

interface Declared {
  readonly byName: ReadonlyMap<string, DeclaredParam>
  readonly required: readonly DeclaredParam[]
}

const known = new WeakMap<Params, Map<string, Declared>>()

/** A module's parameters by their names on the wire, worked out once. */
export function declaredParams(params: Params, prefix: string): Declared {
  const found = known.get(params)?.get(prefix)
  if (found) return found
  const all = Object.entries(params).flatMap(([key, param], place) =>
    namedParams({ key, param, place }, params, prefix),
  )
  const declared = {
    byName: new Map(all.map(one => [one.name, one])),
    required: all.filter(({ param }) => param.options.required),
  }
  const byPrefix = known.get(params) ?? new Map<string, Declared>()
  known.set(params, byPrefix.set(prefix, declared))
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
