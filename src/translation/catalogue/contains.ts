import { type RawBuilder, sql } from 'kysely'

/** Case is folded for ASCII letters only: that is what both engines do with text ordered by its bytes. */
export const containing = (value: string): RawBuilder<string> => {
  const folded = value.replace(/[A-Z]+/g, letters => letters.toLowerCase())
  return sql<string>`${`%${folded.replace(/[\\%_]/g, c => `\\${c}`)}%`} escape '\\'`
}

/** Whether a column contains a text. */
export const contains = (column: string, value: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like ${containing(value)}`

/** Whether a column is a text, letter by letter. */
export const equals = (column: string, value: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = ${value}`
