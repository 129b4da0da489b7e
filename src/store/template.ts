import type { CompiledQuery, InferResult, SelectQueryBuilder } from 'kysely'
import { DirectAdapter } from './direct-adapter.ts'
import { padded } from './keyset.ts'
import type { Reader } from './store.ts'
import { step } from './turn.ts'
import { isUsualLimit } from './usual-limits.ts'

type Value = string | number | Buffer
export type TemplateValues = Readonly<Record<string, Value | readonly Value[] | undefined>>

/** Stands in a compiled statement where a value will be: the value of that name, or one entry of the list of that name. */
class Blank {
  readonly name: string
  readonly index: number | null

  constructor(name: string, index: number | null) {
    this.name = name
    this.index = index
  }
}

/** Stands where an unusual limit will be. */
const LIMIT = new Blank('limit', null)

type AnySelect = SelectQueryBuilder<never, never, unknown>
/** What the statement looks like, apart from values: which conditions it has, in which order it goes. */
export type TemplateForm = string | number | boolean
type Build<V extends TemplateValues, F extends readonly TemplateForm[], Q extends AnySelect> = (
  db: Reader,
  values: V,
  limit: number,
  ...form: F
) => Q

/** Compiled statements that one template keeps. */
const MAX_KEPT = 200

/**
 * A statement that many requests run, compiled once: building it anew costs more than running it. `build` must make the
 * same statement whatever the values are. It may depend on which of them are given, on how long lists are, which are padded
 * to one of a few lengths (an empty one stays empty), and on `form`; each combination is compiled apart.
 */
export function template<V extends TemplateValues, Q extends AnySelect, F extends readonly TemplateForm[] = []>(
  build: Build<V, F, Q>,
): (db: Reader, values: V, limit?: number, ...form: F) => Promise<InferResult<Q>> {
  // By adapter, which all connections and transactions of a database share.
  const compiled = new WeakMap<object, Map<string, CompiledQuery>>()

  function compile(db: Reader, adapter: object, values: V, limit: number, form: F): CompiledQuery {
    let kept = compiled.get(adapter)
    if (!kept) {
      kept = new Map<string, CompiledQuery>()
      compiled.set(adapter, kept)
    }
    const shape = shapeOf(values, limit, form)
    let known = kept.get(shape)
    if (!known) {
      if (kept.size >= MAX_KEPT) kept.clear()
      const blankLimit = isUsualLimit(limit) ? limit : (LIMIT as unknown as number)
      known = build(db, withBlanks(values), blankLimit, ...form).compile() as CompiledQuery
      kept.set(shape, known)
    }
    return known
  }

  return (db, values, limit = 0, ...form) => {
    const { adapter, plugins } = db.getExecutor()
    const full = withPaddedLists(values)
    // Plugins want to see what is run, values and all.
    if (plugins.length > 0) {
      return build(db, full, limit, ...(form as unknown as F)).execute() as Promise<InferResult<Q>>
    }
    const query = compile(db, adapter, full, limit, form as unknown as F)
    const parameters = filled(query.parameters, full, limit)
    if (adapter instanceof DirectAdapter) {
      const run = () => adapter.all(query.sql, parameters) as InferResult<Q>
      const over = step()
      return over === null ? Promise.resolve(run()) : over.then(run)
    }
    return db.executeQuery({ ...query, parameters }).then(({ rows }) => rows as InferResult<Q>)
  }
}

function withPaddedLists<V extends TemplateValues>(values: V): V {
  const full: Record<string, unknown> = {}
  for (const name in values) {
    const value = values[name]
    full[name] = Array.isArray(value) && value.length > 0 ? padded(value) : value
  }
  return full as V
}

function shapeOf(values: TemplateValues, limit: number, form: readonly TemplateForm[]): string {
  let shape = isUsualLimit(limit) ? String(limit) : '?'
  for (const name in values) {
    const value = values[name]
    shape += value === undefined ? ' -' : Array.isArray(value) ? ` ${value.length}` : ' +'
  }
  for (const part of form) shape += ` ${part}`
  return shape
}

function withBlanks<V extends TemplateValues>(values: V): V {
  const blank = (name: string, value: unknown) =>
    value === undefined
      ? undefined
      : Array.isArray(value)
        ? value.map((_, index) => new Blank(name, index))
        : new Blank(name, null)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, blank(name, value)])) as unknown as V
}

function filled(parameters: readonly unknown[], values: TemplateValues, limit: number): unknown[] {
  const result: unknown[] = []
  for (const parameter of parameters) {
    if (parameter === LIMIT) result.push(limit)
    else if (parameter instanceof Blank) {
      const value = values[parameter.name]
      result.push(parameter.index === null ? value : (value as readonly Value[])[parameter.index])
    } else result.push(parameter)
  }
  return result
}
