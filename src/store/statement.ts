import {
  type ComparisonOperatorExpression,
  type CompiledQuery,
  type ExpressionBuilder,
  type ExpressionOrFactory,
  ExpressionWrapper,
  expressionBuilder,
  type OperandValueExpressionOrList,
  type OperationNode,
  type ReferenceExpression,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { DirectAdapter } from './direct-adapter.ts'
import { addPadded, type Direction, from, fromMixed, padded, paddedLength } from './keyset.ts'
import { shapeOf, withValues } from './query-shape.ts'
import type { Reader } from './store.ts'
import { step } from './turn.ts'
import { isUsualLimit } from './usual-limits.ts'

type AnySelect = SelectQueryBuilder<never, never, never>

/** Puts a condition on a query, with these in place of its values. */
type Put = (query: AnySelect, values: readonly unknown[]) => AnySelect

/** A condition without Kysely, whose expressions take ten times as long to make. Undefined makes no condition. */
export type Comparison = readonly [column: string, operator: string, value: unknown]

const isComparison = (condition: unknown): condition is Comparison => Array.isArray(condition)

/** A stretch of an ordered list. */
interface Stretch {
  readonly order: readonly { readonly column: string; readonly direction: Direction }[]
  /** The row to begin with: its values of the first columns of the order, or of all of them. */
  readonly after?: readonly unknown[] | undefined
  readonly limit: number
}

/** Stands in a compiled statement where a value will be; a number is the place of that value. */
class Blank {
  readonly place: number
  constructor(place: number) {
    this.place = place
  }
}
const LIMIT = new Blank(-1)

interface Compiled {
  readonly query: CompiledQuery
  /** Its parameters are the values, and nothing else. */
  readonly takesValues: boolean
}

/** How many values a condition has: a number from 0 on is the length of a list. */
const NO_VALUE = -1
const ONE_VALUE = -2

/** What all statements that begin alike share. */
class Source {
  readonly build: (db: Reader) => AnySelect
  /** Shapes that were made since the last time that all were forgotten. */
  made = 0
  /** How often that was. */
  generation = 0

  constructor(build: (db: Reader) => AnySelect) {
    this.build = build
  }
}

/** Shapes that are kept of one source. */
const MAX_KEPT = 500

/**
 * What a statement looks like apart from its values, one step after the other: this condition, then that one, ordered by
 * this column, with that limit. A shape knows those that are one step longer, so a request walks along shapes that are
 * there already, and has nothing to put together.
 */
class Shape {
  readonly source: Source
  readonly #what: string
  readonly #operator: string
  readonly #size: number
  readonly #longer: Shape[] = []
  #generation: number
  // By adapter, which all connections and transactions of a database share.
  readonly #compiled = new WeakMap<object, Compiled>()
  /** What the step puts on a query; a step of the order or the limit puts nothing. */
  put: Put | null = null

  constructor(source: Source, what: string, operator: string, size: number) {
    this.source = source
    this.#what = what
    this.#operator = operator
    this.#size = size
    this.#generation = source.generation
  }

  /** This shape and one step more. */
  and(what: string, operator: string, size: number): Shape {
    const { source } = this
    if (this.#generation !== source.generation) {
      this.#longer.length = 0
      this.#generation = source.generation
    }
    for (const shape of this.#longer) {
      if (shape.#what === what && shape.#operator === operator && shape.#size === size) return shape
    }
    if (source.made >= MAX_KEPT) {
      source.made = 0
      source.generation++
      return this.and(what, operator, size)
    }
    source.made++
    const shape = new Shape(source, what, operator, size)
    this.#longer.push(shape)
    return shape
  }

  of({ order, after, limit }: Stretch): Shape {
    let shape: Shape = after ? this.and('', 'after', after.length) : this
    for (const { column, direction } of order) shape = shape.and(column, direction, NO_VALUE)
    return shape.and('', 'limit', isUsualLimit(limit) ? limit : NO_VALUE)
  }

  compiled(adapter: object, compile: () => CompiledQuery): Compiled {
    const known = this.#compiled.get(adapter)
    if (known) return known
    const query = compile()
    const takesValues = query.parameters.every((one, at) => one instanceof Blank && one.place === at)
    const made = { query, takesValues }
    this.#compiled.set(adapter, made)
    return made
  }
}

/**
 * A query that is compiled once for each shape it takes on, because building one with Kysely and compiling it costs more
 * than running it. The beginning (tables, joins, what is selected) is always the same; conditions are added as with
 * Kysely. Which conditions there are and how long their lists are makes the shape, what they compare with does not.
 */
export class Statement<DB, TB extends keyof DB, Row> {
  readonly #shape: Shape
  /** The statement without the last condition; null at the beginning. */
  readonly #shorter: Statement<DB, TB, unknown> | null
  /** What the last condition compares with: one value, or as many of them as `#size` says. */
  readonly #value: unknown
  readonly #size: number

  constructor(shape: Shape, shorter: Statement<DB, TB, unknown> | null, value: unknown, size: number) {
    this.#shape = shape
    this.#shorter = shorter
    this.#value = value
    this.#size = size
  }

  /**
   * Nothing is added for a value that is undefined: a parameter that was not given is no condition. Lists are filled up to
   * one of a few lengths.
   */
  where<C extends ReferenceExpression<DB, TB>, V extends OperandValueExpressionOrList<DB, TB, C>>(
    column: C,
    operator: ComparisonOperatorExpression,
    value: V | undefined,
  ): Statement<DB, TB, Row>
  where(condition: ExpressionOrFactory<DB, TB, SqlBool> | null | undefined): Statement<DB, TB, Row>
  where(column: unknown, operator?: unknown, value?: unknown): Statement<DB, TB, Row> {
    if (operator !== undefined) return this.#compare(column, operator as string, value)
    return column == null ? this : this.#satisfy(column as ExpressionOrFactory<DB, TB, SqlBool>)
  }

  /** Each of these conditions. */
  and(conditions: readonly (ExpressionOrFactory<DB, TB, SqlBool> | Comparison)[]): Statement<DB, TB, Row> {
    let all: Statement<DB, TB, Row> = this
    for (const condition of conditions) {
      all = isComparison(condition) ? all.#compare(...condition) : all.#satisfy(condition)
    }
    return all
  }

  #compare(column: unknown, operator: string, value: unknown): Statement<DB, TB, Row> {
    if (value === undefined) return this
    if (typeof column !== 'string' || isExpression(value)) {
      const compared = Array.isArray(value) ? padded(value) : value
      return this.#satisfy(eb => eb(column as never, operator as never, compared as never))
    }
    const size = value === null ? NO_VALUE : Array.isArray(value) ? paddedLength(value.length) : ONE_VALUE
    const shape = this.#shape.and(column, operator, size)
    shape.put ??= comparing(column, operator, size)
    return new Statement(shape, this, value, size)
  }

  #satisfy(expression: ExpressionOrFactory<DB, TB, SqlBool>): Statement<DB, TB, Row> {
    const node = nodeOf(typeof expression === 'function' ? expression(EXPRESSIONS as never) : expression)
    const values: unknown[] = []
    const shape = this.#shape.and(shapeOf(node, values), '', values.length)
    shape.put ??= satisfying(node)
    return new Statement(shape, this, values, values.length)
  }

  /** All rows, or a stretch of them in an order. */
  all(db: Reader, stretch?: Stretch): Promise<Row[]> {
    const { adapter, plugins } = db.getExecutor()
    const values: unknown[] = []
    this.#addValues(values)
    if (stretch?.after) for (const value of stretch.after) values.push(value)
    // Plugins want to see what is run, values and all.
    if (plugins.length > 0) return this.#built(db, values, stretch, stretch?.limit ?? 0).execute() as Promise<Row[]>
    const shape = stretch ? this.#shape.of(stretch) : this.#shape
    const { query, takesValues } = shape.compiled(adapter, () => {
      const blanks = values.map((_, place) => new Blank(place))
      const limit = stretch && !isUsualLimit(stretch.limit) ? LIMIT : stretch?.limit
      return this.#built(db, blanks, stretch, limit).compile()
    })
    const parameters = takesValues ? values : filled(query.parameters, values, stretch?.limit)
    if (adapter instanceof DirectAdapter) {
      const over = step()
      if (over === null) return Promise.resolve(adapter.all(query.sql, parameters) as Row[])
      return over.then(() => adapter.all(query.sql, parameters) as Row[])
    }
    return db.executeQuery({ ...query, parameters }).then(({ rows }) => rows as Row[])
  }

  #addValues(values: unknown[]): void {
    if (this.#shorter) this.#shorter.#addValues(values)
    if (this.#size === ONE_VALUE) values.push(this.#value)
    else if (this.#size > 0) addPadded(values, this.#value as readonly unknown[], this.#size)
  }

  #built(db: Reader, values: readonly unknown[], stretch: Stretch | undefined, limit: unknown): AnySelect {
    const [conditioned, taken] = this.#conditioned(db, values)
    if (!stretch) return conditioned
    let query = conditioned
    if (stretch.after) query = query.where(beginning(stretch, values.slice(taken)) as never)
    for (const { column, direction } of stretch.order) query = query.orderBy(sql.ref(column), direction)
    return query.limit(limit as number)
  }

  /** The query with its conditions, and how many values they took. */
  #conditioned(db: Reader, values: readonly unknown[]): [query: AnySelect, taken: number] {
    const { put, source } = this.#shape
    if (!this.#shorter) return [source.build(db), 0]
    const [query, taken] = this.#shorter.#conditioned(db, values)
    const upTo = taken + (this.#size === ONE_VALUE ? 1 : Math.max(this.#size, 0))
    return [put!(query, values.slice(taken, upTo)), upTo]
  }
}

/** The beginning of a statement: `build` must depend on nothing but the database it is given. */
export const statement = <DB, TB extends keyof DB, Row>(
  build: (db: Reader) => SelectQueryBuilder<DB, TB, Row>,
): Statement<DB, TB, Row> =>
  new Statement(new Shape(new Source(build as never), '', '', NO_VALUE), null, null, NO_VALUE)

/** For `where`: a list without entries is no condition. */
export const some = <T>(values: readonly T[] | undefined): readonly T[] | undefined =>
  values && values.length > 0 ? values : undefined

/** The rows of a statement. */
export type RowOf<S> = S extends Statement<infer _DB, infer _TB, infer Row> ? Row : never

const comparing =
  (column: string, operator: string, size: number): Put =>
  (query, values) => {
    const compared = size === NO_VALUE ? null : size === ONE_VALUE ? values[0] : values
    return query.where(column as never, operator as never, compared as never)
  }

const satisfying =
  (node: OperationNode): Put =>
  (query, values) =>
    query.where(new ExpressionWrapper(withValues(node, values)) as never)

const isExpression = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && 'toOperationNode' in value)

const nodeOf = (expression: unknown): OperationNode =>
  (expression as { toOperationNode(): OperationNode }).toOperationNode()

const EXPRESSIONS: ExpressionBuilder<never, never> = expressionBuilder()

const tableOf = (column: string): string => column.slice(0, column.indexOf('.'))

/**
 * The rows from one on. Columns of one table that run in the same direction are compared as a whole, which an index serves;
 * otherwise one after the other.
 */
function beginning(stretch: Stretch, values: readonly unknown[]) {
  const order = stretch.order.slice(0, values.length)
  const [first] = order
  const alike = order.every(
    ({ column, direction }) => direction === first!.direction && tableOf(column) === tableOf(first!.column),
  )
  if (!alike) return fromMixed(order.map(({ column, direction }, at) => [column, values[at], direction]))
  return from(
    order.map(({ column }) => column),
    values,
    first!.direction,
  )
}

function filled(parameters: readonly unknown[], values: readonly unknown[], limit: number | undefined): unknown[] {
  const result: unknown[] = []
  for (const parameter of parameters) {
    if (!(parameter instanceof Blank)) result.push(parameter)
    else result.push(parameter === LIMIT ? limit : values[parameter.place])
  }
  return result
}
