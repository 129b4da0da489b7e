import {
  type ComparisonOperatorExpression,
  type CompiledQuery,
  type Expression,
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
import { askLater, type RowsLater } from './run-later.ts'
import type { Reader, Writer } from './store.ts'
import { step } from './turn.ts'
import { isUsualLimit } from './usual-limits.ts'

type AnySelect = SelectQueryBuilder<never, never, never>

/** Adds a condition with the given values to a query. */
type AddCondition = (query: AnySelect, values: readonly unknown[]) => AnySelect

/**
 * A condition without Kysely, whose expressions take ten times as long to create. An undefined value means no
 * condition.
 */
export type Comparison = readonly [column: string, operator: string, value: unknown]

/** A condition with fixed values, whose shape is found once. For conditions that do not depend on the request. */
export class FixedCondition extends ExpressionWrapper<never, never, SqlBool> {
  readonly node: OperationNode
  readonly values: readonly unknown[]
  readonly shape: string

  constructor(expression: Expression<SqlBool>) {
    const node = nodeOf(expression)
    super(node)
    const values: unknown[] = []
    this.node = node
    this.shape = shapeOf(node, values)
    this.values = values
  }
}

const isComparison = (condition: unknown): condition is Comparison => Array.isArray(condition)

/** A page of an ordered list. */
interface Page {
  readonly order: readonly { readonly column: string; readonly direction: Direction }[]
  /** The row to start with: its values of some leading columns of the order, or of all. */
  readonly after?: readonly unknown[] | undefined
  readonly limit: number
}

/** Placeholder for a value in a compiled statement. */
class Blank {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}
const LIMIT = new Blank(-1)

interface Compiled {
  readonly query: CompiledQuery
  /** Whether its parameters are exactly the values, in order. */
  readonly takesValues: boolean
}

/** Number of values of a condition. Non-negative numbers are list lengths. */
const NO_VALUE = -1
const ONE_VALUE = -2

/** Shared by all statements with the same base query. */
class Source {
  readonly build: (db: Reader) => AnySelect
  /** Number of shapes since the cache was last cleared. */
  shapes = 0
  /** How often the cache was cleared. */
  generation = 0

  constructor(build: (db: Reader) => AnySelect) {
    this.build = build
  }
}

/** Maximum number of cached shapes per source. */
const MAX_SHAPES = 500

/**
 * The structure of a statement without its values, as a node in a tree: each step adds a condition, an order column or
 * a limit. A shape caches the shapes that are one step longer, so a request follows existing nodes and builds nothing.
 */
class Shape {
  readonly source: Source
  readonly #column: string
  readonly #operator: string
  readonly #size: number
  readonly #longer: Shape[] = []
  #generation: number
  // By adapter, which is shared by all connections and transactions of a database.
  readonly #compiled = new WeakMap<object, Compiled>()
  /** Adds this step's condition to a query; null for order and limit steps. */
  addCondition: AddCondition | null = null

  constructor(source: Source, column: string, operator: string, size: number) {
    this.source = source
    this.#column = column
    this.#operator = operator
    this.#size = size
    this.#generation = source.generation
  }

  /** This shape with one more step. */
  and(column: string, operator: string, size: number): Shape {
    const { source } = this
    if (this.#generation !== source.generation) {
      this.#longer.length = 0
      this.#generation = source.generation
    }
    for (const shape of this.#longer) {
      if (shape.#column === column && shape.#operator === operator && shape.#size === size) return shape
    }
    if (source.shapes >= MAX_SHAPES) {
      source.shapes = 0
      source.generation++
      return this.and(column, operator, size)
    }
    source.shapes++
    const shape = new Shape(source, column, operator, size)
    this.#longer.push(shape)
    return shape
  }

  of({ order, after, limit }: Page): Shape {
    let shape: Shape = after ? this.and('', 'after', after.length) : this
    for (const { column, direction } of order) shape = shape.and(column, direction, NO_VALUE)
    return shape.and('', 'limit', isUsualLimit(limit) ? limit : NO_VALUE)
  }

  compiled(adapter: object, compile: () => CompiledQuery): Compiled {
    const cached = this.#compiled.get(adapter)
    if (cached) return cached
    const query = compile()
    const takesValues = query.parameters.every((one, at) => one instanceof Blank && one.index === at)
    const compiled = { query, takesValues }
    this.#compiled.set(adapter, compiled)
    return compiled
  }
}

/**
 * A query that is compiled once per shape, because building and compiling a query with Kysely costs more than running
 * it. The base query (tables, joins, columns) is fixed; conditions are added as with Kysely. The conditions and the
 * lengths of their lists determine the shape, the values do not.
 */
export class Statement<DB, TB extends keyof DB, Row> {
  readonly #shape: Shape
  /** The statement without the last condition; null for the base query. */
  readonly #shorter: Statement<DB, TB, unknown> | null
  /** Operand of the last condition: one value, or a list of `#size` values. */
  readonly #value: unknown
  readonly #size: number

  constructor(shape: Shape, shorter: Statement<DB, TB, unknown> | null, value: unknown, size: number) {
    this.#shape = shape
    this.#shorter = shorter
    this.#value = value
    this.#size = size
  }

  /**
   * An undefined value adds no condition, so that optional parameters can be passed as they are. Lists are padded to
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

  /** Adds all of these conditions. */
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
    shape.addCondition ??= comparing(column, operator, size)
    return new Statement(shape, this, value, size)
  }

  #satisfy(expression: ExpressionOrFactory<DB, TB, SqlBool>): Statement<DB, TB, Row> {
    if (expression instanceof FixedCondition) {
      const { node, values, shape } = expression
      return this.#extended(node, values, shape)
    }
    const node = nodeOf(typeof expression === 'function' ? expression(EXPRESSIONS as never) : expression)
    const values: unknown[] = []
    return this.#extended(node, values, shapeOf(node, values))
  }

  #extended(node: OperationNode, values: readonly unknown[], text: string): Statement<DB, TB, Row> {
    const shape = this.#shape.and(text, '', values.length)
    shape.addCondition ??= satisfying(node)
    return new Statement(shape, this, values, values.length)
  }

  /** All rows, or an ordered page of them. */
  all(db: Reader, page?: Page): Promise<Row[]> {
    const { adapter, plugins } = db.getExecutor()
    // Plugins need the full query including its values.
    if (plugins.length > 0) return this.#whole(db, page)
    const { query, parameters } = this.#asked(db, page)
    if (adapter instanceof DirectAdapter) {
      const over = step()
      if (over === null) return Promise.resolve(adapter.all(query.sql, parameters) as Row[])
      return over.then(() => adapter.all(query.sql, parameters) as Row[])
    }
    return db.executeQuery({ ...query, parameters }).then(({ rows }) => rows as Row[])
  }

  /** All rows, asked together with the next statement of the transaction. */
  later(tx: Writer, page?: Page): Promise<RowsLater<Row>> {
    const { query, parameters } = this.#asked(tx, page)
    return askLater<Row>(tx, query.sql, parameters)
  }

  #whole(db: Reader, page?: Page): Promise<Row[]> {
    const values: unknown[] = []
    this.#addValues(values)
    if (page?.after) for (const value of page.after) values.push(value)
    return this.#built(db, values, page, page?.limit ?? 0).execute() as Promise<Row[]>
  }

  #asked(db: Reader, page?: Page): { query: CompiledQuery; parameters: unknown[] } {
    const { adapter } = db.getExecutor()
    const values: unknown[] = []
    this.#addValues(values)
    if (page?.after) for (const value of page.after) values.push(value)
    const shape = page ? this.#shape.of(page) : this.#shape
    const { query, takesValues } = shape.compiled(adapter, () => {
      const blanks = values.map((_, index) => new Blank(index))
      const limit = page && !isUsualLimit(page.limit) ? LIMIT : page?.limit
      return this.#built(db, blanks, page, limit).compile()
    })
    return { query, parameters: takesValues ? values : filled(query.parameters, values, page?.limit) }
  }

  #addValues(values: unknown[]): void {
    if (this.#shorter) this.#shorter.#addValues(values)
    if (this.#size === ONE_VALUE) values.push(this.#value)
    else if (this.#size > 0) addPadded(values, this.#value as readonly unknown[], this.#size)
  }

  #built(db: Reader, values: readonly unknown[], page: Page | undefined, limit: unknown): AnySelect {
    const [conditioned, taken] = this.#conditioned(db, values)
    if (!page) return conditioned
    let query = conditioned
    if (page.after) query = query.where(beginning(page, values.slice(taken)) as never)
    for (const { column, direction } of page.order) query = query.orderBy(sql.ref(column), direction)
    return query.limit(limit as number)
  }

  /** The query with its conditions, and the number of values they use. */
  #conditioned(db: Reader, values: readonly unknown[]): [query: AnySelect, taken: number] {
    const { addCondition, source } = this.#shape
    if (!this.#shorter) return [source.build(db), 0]
    const [query, taken] = this.#shorter.#conditioned(db, values)
    const upTo = taken + (this.#size === ONE_VALUE ? 1 : Math.max(this.#size, 0))
    return [addCondition!(query, values.slice(taken, upTo)), upTo]
  }
}

/** Creates a statement from a base query. `build` must depend only on its argument. */
export const statement = <DB, TB extends keyof DB, Row>(
  build: (db: Reader) => SelectQueryBuilder<DB, TB, Row>,
): Statement<DB, TB, Row> =>
  new Statement(new Shape(new Source(build as never), '', '', NO_VALUE), null, null, NO_VALUE)

/** For `where`: turns an empty list into no condition. */
export const some = <T>(values: readonly T[] | undefined): readonly T[] | undefined =>
  values && values.length > 0 ? values : undefined

/** The row type of a statement. */
export type RowOf<S> = S extends Statement<infer _DB, infer _TB, infer Row> ? Row : never

const comparing =
  (column: string, operator: string, size: number): AddCondition =>
  (query, values) => {
    const compared = size === NO_VALUE ? null : size === ONE_VALUE ? values[0] : values
    return query.where(column as never, operator as never, compared as never)
  }

const satisfying =
  (node: OperationNode): AddCondition =>
  (query, values) =>
    query.where(new ExpressionWrapper(withValues(node, values)) as never)

const isExpression = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && 'toOperationNode' in value)

const nodeOf = (expression: unknown): OperationNode =>
  (expression as { toOperationNode(): OperationNode }).toOperationNode()

const EXPRESSIONS: ExpressionBuilder<never, never> = expressionBuilder()

const tableOf = (column: string): string => column.slice(0, column.indexOf('.'))

/**
 * Condition for the rows from a given one on. Columns of one table with the same direction are compared as a tuple,
 * which can use an index; others are compared one by one.
 */
function beginning(page: Page, values: readonly unknown[]) {
  const order = page.order.slice(0, values.length)
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
    else result.push(parameter === LIMIT ? limit : values[parameter.index])
  }
  return result
}
