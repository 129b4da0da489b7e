import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Writer } from './store.ts'
import type { Database } from './tables/database.ts'

type Numbered = { [T in keyof Database]: 'id' extends keyof Database[T] ? T : never }[keyof Database]

/** What one statement removes: SQLite lets nobody else through until its end. */
export const ROWS_AT_ONCE = 1000

/**
 * Removes the rows of a table that have `value` in a column, of which there may be very many, a portion at a time; not so on
 * PostgreSQL, which holds nobody up and would pass by all that are gone already to find the next ones.
 */
export async function removeMany(tx: Writer, table: Numbered, column: string, value: number): Promise<void> {
  const some = isPostgres(tx) ? sql`` : sql`limit ${ROWS_AT_ONCE}`
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${sql.ref(column)} = ${value} ${some})`.execute(tx)
    if (numAffectedRows < ROWS_AT_ONCE) return
  }
}
