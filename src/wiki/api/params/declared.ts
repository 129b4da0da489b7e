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
  const all = Object.entries(params).map(([key, param], place) => ({ key, name: prefix + key, param, place }))
  const declared = {
    byName: new Map(all.map(one => [one.name, one])),
    required: all.filter(({ param }) => param.options.required),
  }
  const byPrefix = known.get(params) ?? new Map<string, Declared>()
  known.set(params, byPrefix.set(prefix, declared))
  return declared
}
