import { type RawBuilder, sql } from 'kysely'

/** LIKE pattern for a text. Folds only ASCII case, as both database engines do with bytewise collation. */
export const containing = (value: string): RawBuilder<string> => {
  const folded = value.replace(/[A-Z]+/g, letters => letters.toLowerCase())
  return sql<string>`${`%${folded.replace(/[\\%_]/g, c => `\\${c}`)}%`} escape '\\'`
}

/** Whether a column contains a text, ignoring ASCII case. */
export const contains = (column: string, value: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like ${containing(value)}`

/** Whether a column equals a text exactly. */
export const equals = (column: string, value: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = ${value}`
