import type { CellValue, Row } from '#store/insert-rows.ts'
import type { Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { ImportContext } from '../context.ts'
import type { SqlForm, SqlSelection, SqlTable, SqlValue } from '../readers/sql/sql-table.ts'

/** How one of our columns is filled: source column, type and conversion. */
export interface Field {
  readonly column: string
  readonly form: SqlForm
  readonly convert?: (value: SqlValue) => CellValue
  /** For columns that some versions of MediaWiki do not have. */
  readonly otherwise?: CellValue
}

/** Result of a batch. Rows that are not stored are counted by reason. */
export interface Outcome {
  stored: number
  skipped: Map<string, number>
  /** Rows that are stored but lack something, by what that is. */
  incomplete?: Map<string, number>
}

/** How one MediaWiki table is imported. */
export interface TableMapping {
  /** Its name in the dump. */
  readonly table: string
  /** Tables of the dump that must be imported first. */
  readonly needs: (table: SqlTable) => readonly string[]
  /** Columns to read from a dump of this shape. */
  readonly columns: (table: SqlTable) => SqlSelection
  readonly store: (tx: Writer, rows: SqlValue[][], context: ImportContext, table: SqlTable) => Promise<Outcome>
  /** Called once after the last row of the table. */
  readonly finish?: (tx: Writer, context: ImportContext) => Promise<void>
}

export const hasColumn = (table: SqlTable, name: string): boolean => table.columns.some(column => column.name === name)

export const stored = (count: number, total: number, reason = ALREADY_THERE): Outcome => ({
  stored: count,
  skipped: total > count ? new Map([[reason, total - count]]) : new Map(),
})

export const ALREADY_THERE = 'already there'

export type Fields = Readonly<Record<string, Field>>

/** The columns to read; those a dump lacks must have a default. */
export function selectionOf(fields: Fields, table: SqlTable): SqlSelection {
  const selected: [string, SqlForm][] = []
  for (const { column, form, otherwise } of Object.values(fields)) {
    if (otherwise !== undefined && !hasColumn(table, column)) continue
    if (!selected.some(([name]) => name === column)) selected.push([column, form])
  }
  return selected
}

/** Returns a function that converts a row of the dump to one of ours. */
export function converter(fields: Fields, table: SqlTable): (row: readonly SqlValue[]) => CellValue[] {
  const selection = selectionOf(fields, table)
  const steps = Object.values(fields).map(({ column, convert, otherwise }) => {
    const index = selection.findIndex(([name]) => name === column)
    return { index, convert, otherwise: otherwise ?? null }
  })
  return row => {
    const converted: CellValue[] = new Array(steps.length)
    for (let i = 0; i < steps.length; i++) {
      const { index, convert, otherwise } = steps[i]!
      if (index === -1) converted[i] = otherwise
      else converted[i] = convert === undefined ? row[index]! : convert(row[index]!)
    }
    return converted
  }
}

type OurTable = keyof Database & string

/** A table that is copied row by row, field by field. */
export function copied<T extends OurTable>(
  from: string,
  into: T,
  fields: { readonly [K in keyof Database[T]]?: Field } & Fields,
): TableMapping {
  const columns = Object.keys(fields)
  return {
    table: from,
    needs: () => [],
    columns: table => selectionOf(fields, table),
    store: async (tx, rows, { insert }, table) => {
      const converted: Row[] = rows.map(converter(fields, table))
      return stored(await insert(tx, into, columns, converted), rows.length)
    },
  }
}
