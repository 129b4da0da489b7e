import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Reader } from './store.ts'

/** A number inside a column that holds a JSON object as text. */
export const jsonNumber = (db: Reader, column: string, name: string): RawBuilder<number> =>
  isPostgres(db)
    ? sql`cast(cast(${sql.ref(column)} as json) ->> ${sql.lit(name)} as bigint)`
    : sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`
