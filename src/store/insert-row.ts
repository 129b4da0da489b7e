import type { Insertable } from 'kysely'
import { askLater } from './run-later.ts'
import { runText, StatementTexts } from './run-text.ts'
import type { Writer } from './store.ts'
import type { Database } from './tables/database.ts'

const texts = new StatementTexts()

type WithId = { [Table in keyof Database]: 'id' extends keyof Database[Table] ? Table : never }[keyof Database]

/**
 * Inserts a row and returns its ID. For the paths that every write takes: building the same statement with Kysely costs
 * more than running it.
 */
export async function insertRow<Table extends WithId>(
  tx: Writer,
  table: Table,
  row: Insertable<Database[Table]>,
): Promise<number> {
  const [stored] = await runText<{ id: number }>(tx, textOf(tx, table, row), Object.values(row))
  return stored!.id
}

/** The same together with the next statement of the transaction. The ID is known after that. */
export async function insertRowLater<Table extends WithId>(
  tx: Writer,
  table: Table,
  row: Insertable<Database[Table]>,
): Promise<() => number> {
  const rows = await askLater<{ id: number }>(tx, textOf(tx, table, row), Object.values(row))
  return () => rows()[0]!.id
}

function textOf(tx: Writer, table: string, row: object): string {
  const columns = Object.keys(row)
  return texts.get(tx, `${table} ${columns.join()}`, mark => {
    const values = columns.map((_, at) => mark(at + 1))
    return `insert into ${table} (${columns.map(name => `"${name}"`).join()}) values (${values.join()}) returning id`
  })
}
