import type { Insertable, Updateable } from 'kysely'
import { LIMIT_WAITING } from './commit-soon.ts'
import { isPostgres } from './engine.ts'
import { runLater } from './run-later.ts'
import { type Mark, runText, StatementTexts } from './run-text.ts'
import type { Writer } from './store.ts'
import type { Database } from './tables/database.ts'

/** Stands for the ID that a row of the chain gets. */
export class NewId {
  readonly step: number

  constructor(step: number) {
    this.step = step
  }
}

type Cells<Row> = { readonly [Column in keyof Row]: Row[Column] | NewId }

/** Tables of which the chain may need a new ID. Others have none. */
type WithId = { [Table in keyof Database]: 'id' extends keyof Database[Table] ? Table : never }[keyof Database]

/** Writes the value with this index. In lists of rows, PostgreSQL must be told which are numbers. */
type Cell = (index: number, isNumber?: boolean) => string

/** One statement of the chain. */
export interface ChainStep {
  /** Distinguishes texts: steps with the same key and kinds of values have the same text. */
  readonly key: string
  readonly values: readonly unknown[]
  /** Returns at most one row, with a number called `id`. */
  readonly text: (cell: Cell) => string
  /** Set if it returns nothing at all. */
  readonly isSilent?: boolean
}

const texts = new StatementTexts()

/**
 * Rows that are written together, later ones with the IDs of earlier ones. On PostgreSQL, the whole chain is one
 * statement, because a statement costs more than the row that it writes. On SQLite, statements are cheap and run in
 * order. No step sees what another one has written.
 */
export class StatementChain {
  readonly #steps: ChainStep[] = []
  readonly #isLast: boolean

  /** `isLast` for the last statement before the commit, if it changes rows that most writers need (`commitSoon`). */
  constructor({ isLast = false } = {}) {
    this.#isLast = isLast
  }

  insert<Table extends WithId>(table: Table, row: Cells<Insertable<Database[Table]>>): NewId {
    return this.add(insertStep(table, row, 'id'))
  }

  /** For a table without an ID. */
  insertPart<Table extends keyof Database>(table: Table, row: Cells<Insertable<Database[Table]>>): void {
    this.add(insertStep(table, row, '1 as id'))
  }

  update<Table extends WithId>(table: Table, id: number, row: Cells<Updateable<Database[Table]>>): void {
    const columns = Object.keys(row)
    this.add({
      key: `update ${table} ${columns.join()}`,
      values: [...Object.values(row), id],
      text: cell =>
        `update ${table} set ${columns.map((name, at) => `"${name}" = ${cell(at)}`).join()}
          where id = ${cell(columns.length)} returning 1 as id`,
    })
  }

  add(step: ChainStep): NewId {
    return new NewId(this.#steps.push(step) - 1)
  }

  /** Returns the IDs of the rows; undefined for a step that wrote none. */
  async run(tx: Writer): Promise<(of: NewId) => number | undefined> {
    const ids = isPostgres(tx) ? await this.#together(tx) : await this.#inOrder(tx)
    return ({ step }) => ids[step]
  }

  /** Runs the chain without its IDs, on PostgreSQL together with the next statement or the commit. */
  async finish(tx: Writer): Promise<void> {
    if (!isPostgres(tx)) await this.#inOrder(tx)
    else await runLater(tx, ...this.#statement(tx))
  }

  async #inOrder(tx: Writer): Promise<(number | undefined)[]> {
    const ids: (number | undefined)[] = []
    for (const { key, values, text } of this.#steps) {
      const sql = texts.get(tx, key, mark => text((index, isNumber) => mark(index + 1, isNumber)))
      const [row] = await runText<{ id: number }>(
        tx,
        sql,
        values.map(value => (value instanceof NewId ? ids[value.step] : value)),
      )
      ids.push(row?.id)
    }
    return ids
  }

  async #together(tx: Writer): Promise<(number | undefined)[]> {
    const [row] = await runText<Record<string, number | null>>(tx, ...this.#statement(tx))
    return this.#steps.map((_, at) => row![nameOf(at)] ?? undefined)
  }

  #statement(tx: Writer): [text: string, values: unknown[]] {
    const steps = this.#steps
    const key = steps.map(({ key, values }) => `${key} ${values.map(refersTo).join()}`).join(';')
    const extra = this.#isLast ? [LIMIT_WAITING] : []
    const text = texts.get(tx, `${key}${extra.join()}`, mark => chainText(steps, mark, extra))
    return [text, steps.flatMap(step => step.values.filter(value => !(value instanceof NewId)))]
  }
}

function insertStep(table: string, row: object, returning: string): ChainStep {
  const columns = Object.keys(row)
  return {
    key: `insert ${table} ${columns.join()}`,
    values: Object.values(row),
    text: cell =>
      `insert into ${table} (${columns.map(name => `"${name}"`).join()})
        values (${columns.map((_, at) => cell(at)).join()}) returning ${returning}`,
  }
}

const refersTo = (value: unknown): string => (value instanceof NewId ? String(value.step) : '')

const nameOf = (step: number): string => `step_${step}`

/** Refers to the steps in order in the final select, so PostgreSQL also runs them in order; silent ones come last. */
function chainText(steps: readonly ChainStep[], mark: Mark, extra: readonly string[]): string {
  let before = 0
  const parts = steps.map(({ values, text }, at) => {
    const numbers = values.map(value => (value instanceof NewId ? 0 : ++before))
    const cell: Cell = (index, isNumber) => {
      const value = values[index]
      return value instanceof NewId ? `(select id from ${nameOf(value.step)})` : mark(numbers[index]!, isNumber)
    }
    return `${nameOf(at)} as (${text(cell)})`
  })
  const ids = steps.flatMap(({ isSilent }, at) => (isSilent ? [] : `(select id from ${nameOf(at)}) as ${nameOf(at)}`))
  return `with ${parts.join(', ')} select ${[...ids, ...extra].join() || '1'}`
}
