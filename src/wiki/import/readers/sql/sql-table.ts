/** A column as `CREATE TABLE` declares it, or as an `INSERT` names it (then without a type). */
export interface SqlColumn {
  readonly name: string
  /** In lower case, such as "int(10) unsigned" or "enum('page','subcat','file')"; empty when only the name is known. */
  readonly type: string
}

export interface SqlTable {
  readonly name: string
  readonly columns: readonly SqlColumn[]
}

export type SqlValue = number | string | Buffer | null

/** How a column is wanted. `number` takes fractions too, `integer` does not. */
export type SqlForm = 'integer' | 'number' | 'text' | 'bytes'

/** The columns a reader asks for, in the order it wants them. */
export type SqlSelection = readonly (readonly [column: string, form: SqlForm])[]
