import type { CompiledQuery, InferResult, SelectQueryBuilder } from 'kysely'
import { padded } from './keyset.ts'
import type { Reader } from './store.ts'

type Value = string | number
export type TemplateValues = Readonly<Record<string, Value | readonly Value[]>>

/** Stands in a compiled statement where a value will be: the value of that name, or one entry of the list of that name. */
class Blank {
  readonly name: string
  readonly index: number | null

  constructor(name: string, index: number | null) {
    this.name = name
    this.index = index
  }
}

type AnySelect = SelectQueryBuilder<never, never, unknown>
type Build<V extends TemplateValues, Q extends AnySelect> = (db: Reader, values: V, limit: number) => Q

/** Forms of one template; with limits of any size there could be thousands. */
const MAX_FORMS = 200

/**
 * A statement that nearly every request runs, compiled once: building it anew costs more than running it. `build` must
 * make the same statement whatever the values are. Lists, which may not be empty, are padded to one of a few lengths;
 * each length, and each limit, has a compiled form of its own.
 */
export function template<V extends TemplateValues, Q extends AnySelect>(
  build: Build<V, Q>,
): (db: Reader, values: V, limit?: number) => Promise<InferResult<Q>> {
  // By adapter, which all connections and transactions of a database share.
  const compiled = new WeakMap<object, Map<string, CompiledQuery>>()

  return async (db, values, limit = 0) => {
    const { adapter, plugins } = db.getExecutor()
    const full = withPaddedLists(values)
    // Plugins want to see what is run, values and all.
    if (plugins.length > 0) return (await build(db, full, limit).execute()) as InferResult<Q>
    let forms = compiled.get(adapter)
    if (!forms) {
      forms = new Map<string, CompiledQuery>()
      compiled.set(adapter, forms)
    }
    const shape = `${lengthsOf(full)}${limit}`
    let form = forms.get(shape)
    if (!form) {
      if (forms.size >= MAX_FORMS) forms.clear()
      form = build(db, withBlanks(full), limit).compile() as CompiledQuery
      forms.set(shape, form)
    }
    const { rows } = await db.executeQuery({ ...form, parameters: form.parameters.map(fill, full) })
    return rows as InferResult<Q>
  }
}

function withPaddedLists<V extends TemplateValues>(values: V): V {
  const full: Record<string, unknown> = {}
  for (const name in values) {
    const value = values[name]!
    full[name] = Array.isArray(value) ? padded(value) : value
  }
  return full as V
}

function lengthsOf(values: TemplateValues): string {
  let lengths = ''
  for (const name in values) if (Array.isArray(values[name])) lengths += `${values[name].length} `
  return lengths
}

function withBlanks<V extends TemplateValues>(values: V): V {
  const blank = (name: string, value: unknown) =>
    Array.isArray(value) ? value.map((_, index) => new Blank(name, index)) : new Blank(name, null)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, blank(name, value)])) as unknown as V
}

function fill(this: TemplateValues, parameter: unknown): unknown {
  if (!(parameter instanceof Blank)) return parameter
  const value = this[parameter.name]
  return parameter.index === null ? value : (value as readonly Value[])[parameter.index]
}
