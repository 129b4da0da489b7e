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
import { type Direction, from, fromMixed, padded } from './keyset.ts'
import { shapeOf, withValues } from './query-shape.ts'
import type { Reader } from './store.ts'
import { step } from './turn.ts'
import { isUsualLimit } from './usual-limits.ts'

type AnySelect = SelectQueryBuilder<never, never, never>

interface Condition {
  /** What it looks like, apart from values. */
  readonly shape: string
  readonly values: readonly unknown[]
  /** Puts it on a query, with these in place of its values. */
  put(query: AnySelect, values: readonly unknown[]): AnySelect
}

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

/** Compiled statements that are kept of one source. */
const MAX_KEPT = 200

/** Stands in a compiled statement where a value will be; a number is the place of that value. */
class Blank {
  readonly place: number
  constructor(place: number) {
    this.place = place
  }
}
const LIMIT = new Blank(-1)

/** What all statements that begin alike share: how the beginning is built, and what was compiled already. */
class Source {
  readonly build: (db: Reader) => AnySelect
  // By adapter, which all connections and transactions of a database share.
  readonly #compiled = new WeakMap<object, Map<string, CompiledQuery>>()

  constructor(build: (db: Reader) => AnySelect) {
    this.build = build
  }

  compiled(adapter: object, shape: string, compile: () => CompiledQuery): CompiledQuery {
    let kept = this.#compiled.get(adapter)
    if (!kept) {
      kept = new Map<string, CompiledQuery>()
      this.#compiled.set(adapter, kept)
    }
    let known = kept.get(shape)
    if (!known) {
      if (kept.size >= MAX_KEPT) kept.clear()
      known = compile()
      kept.set(shape, known)
    }
    return known
  }
}

/**
 * A query that is compiled once for each shape it takes on, because building one with Kysely and compiling it costs more
 * than running it. The beginning (tables, joins, what is selected) is always the same; conditions are added as with
 * Kysely. Which conditions there are and how long their lists are makes the shape, what they compare with does not.
 */
export class Statement<DB, TB extends keyof DB, Row> {
  readonly #source: Source
  readonly #conditions: readonly Condition[]

  constructor(source: Source, conditions: readonly Condition[]) {
    this.#source = source
    this.#conditions = conditions
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
    if (operator === undefined)
      return column == null ? this : this.and([column as ExpressionOrFactory<DB, TB, SqlBool>])
    if (value === undefined) return this
    return new Statement(this.#source, [...this.#conditions, comparison(column, operator as string, value)])
  }

  /** Each of these conditions. */
  and(conditions: readonly (ExpressionOrFactory<DB, TB, SqlBool> | Comparison)[]): Statement<DB, TB, Row> {
    if (conditions.length === 0) return this
    const all = this.#conditions.slice()
    for (const condition of conditions) {
      if (!isComparison(condition)) all.push(ofExpression(condition))
      else if (condition[2] !== undefined) all.push(comparison(...condition))
    }
    return new Statement(this.#source, all)
  }

  /** All rows, or a stretch of them in an order. */
  all(db: Reader, stretch?: Stretch): Promise<Row[]> {
    const { adapter, plugins } = db.getExecutor()
    const values: unknown[] = []
    let shape = ''
    for (const condition of this.#conditions) {
      shape += condition.shape
      for (const value of condition.values) values.push(value)
    }
    if (stretch) {
      shape += shapeOfStretch(stretch)
      if (stretch.after) for (const value of stretch.after) values.push(value)
    }
    // Plugins want to see what is run, values and all.
    if (plugins.length > 0) return this.#built(db, values, stretch, stretch?.limit ?? 0).execute() as Promise<Row[]>
    const query = this.#source.compiled(adapter, shape, () => {
      const blanks = values.map((_, place) => new Blank(place))
      const limit = stretch && !isUsualLimit(stretch.limit) ? LIMIT : stretch?.limit
      return this.#built(db, blanks, stretch, limit).compile()
    })
    const parameters = filled(query.parameters, values, stretch?.limit)
    if (adapter instanceof DirectAdapter) {
      const run = () => adapter.all(query.sql, parameters) as Row[]
      const over = step()
      return over === null ? Promise.resolve(run()) : over.then(run)
    }
    return db.executeQuery({ ...query, parameters }).then(({ rows }) => rows as Row[])
  }

  #built(db: Reader, values: readonly unknown[], stretch: Stretch | undefined, limit: unknown): AnySelect {
    let query = this.#source.build(db)
    let place = 0
    for (const condition of this.#conditions) {
      query = condition.put(query, values.slice(place, place + condition.values.length))
      place += condition.values.length
    }
    if (!stretch) return query
    if (stretch.after) query = query.where(beginning(stretch, values.slice(place)) as never)
    for (const { column, direction } of stretch.order) query = query.orderBy(sql.ref(column), direction)
    return query.limit(limit as number)
  }
}

/** The beginning of a statement: `build` must depend on nothing but the database it is given. */
export const statement = <DB, TB extends keyof DB, Row>(
  build: (db: Reader) => SelectQueryBuilder<DB, TB, Row>,
): Statement<DB, TB, Row> => new Statement(new Source(build as never), [])

/** For `where`: a list without entries is no condition. */
export const some = <T>(values: readonly T[] | undefined): readonly T[] | undefined =>
  values && values.length > 0 ? values : undefined

/** The rows of a statement. */
export type RowOf<S> = S extends Statement<infer _DB, infer _TB, infer Row> ? Row : never

function comparison(column: unknown, operator: string, value: unknown): Condition {
  const name = typeof column === 'string' ? column : shapeOf(nodeOf(column), [])
  const put = (query: AnySelect, compared: unknown) =>
    query.where(column as never, operator as never, compared as never)
  if (value === null) return { shape: `${name} ${operator} null;`, values: [], put: query => put(query, null) }
  if (isExpression(value)) return ofExpression(eb => eb(column as never, operator as never, value as never))
  if (!Array.isArray(value)) {
    return { shape: `${name} ${operator};`, values: [value], put: (query, [compared]) => put(query, compared) }
  }
  const values = value.length === 0 ? value : padded(value)
  return { shape: `${name} ${operator} ${values.length};`, values, put }
}

const isExpression = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && 'toOperationNode' in value)

const nodeOf = (expression: unknown): OperationNode =>
  (expression as { toOperationNode(): OperationNode }).toOperationNode()

const EXPRESSIONS: ExpressionBuilder<never, never> = expressionBuilder()

function ofExpression<DB, TB extends keyof DB>(expression: ExpressionOrFactory<DB, TB, SqlBool>): Condition {
  const node = nodeOf(typeof expression === 'function' ? expression(EXPRESSIONS as never) : expression)
  const values: unknown[] = []
  return {
    shape: `${shapeOf(node, values)};`,
    values,
    put: (query, others) => query.where(new ExpressionWrapper(withValues(node, others)) as never),
  }
}

function shapeOfStretch({ order, after, limit }: Stretch): string {
  let shape = after ? ' from ' : ' by '
  for (const { column, direction } of order) shape += `${column} ${direction} `
  return shape + (isUsualLimit(limit) ? limit : '?')
}

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
