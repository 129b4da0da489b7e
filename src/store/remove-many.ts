import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Writer } from './store.ts'
import type { Database } from './tables/database.ts'

type Numbered = { [T in keyof Database]: 'id' extends keyof Database[T] ? T : never }[keyof Database]

/** Batch size: a SQLite statement blocks the event loop until it is done. */
export const ROWS_AT_ONCE = 1000

/**
 * Deletes all rows with `value` in a column, in batches because there may be very many. PostgreSQL deletes them in one
 * statement: it blocks nobody, and batches would scan the deleted rows again and again.
 */
export async function removeMany(tx: Writer, table: Numbered, column: string, value: number): Promise<void> {
  const limit = isPostgres(tx) ? sql`` : sql`limit ${ROWS_AT_ONCE}`
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${sql.ref(column)} = ${value} ${limit})`.execute(tx)
    if (numAffectedRows < ROWS_AT_ONCE) return
  }
}
