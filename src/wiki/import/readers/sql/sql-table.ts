/** A column declared by `CREATE TABLE`, or named by an `INSERT` (without a type). */
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

/** Requested type of a column. `number` allows fractions, `integer` does not. */
export type SqlForm = 'integer' | 'number' | 'text' | 'bytes'

/** The requested columns, in order. */
export type SqlSelection = readonly (readonly [column: string, form: SqlForm])[]
