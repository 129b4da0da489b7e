import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from './store.ts'
import type { Database } from './tables/database.ts'

/**
 * Deletes up to `limit` of the rows that fulfil a condition, and returns how many. Looks before it writes, so that it
 * costs no write lock if there is nothing to delete.
 */
export async function deleteSome<T extends keyof Database>(
  store: Store,
  table: T,
  key: keyof Database[T] & string,
  condition: RawBuilder<SqlBool>,
  limit: number,
): Promise<number> {
  const some = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${condition}`
  if ((await sql`${some} limit 1`.execute(store.read)).rows.length === 0) return 0
  const { numAffectedRows = 0n } = await store.transaction(tx =>
    sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${some} limit ${limit})`.execute(tx),
  )
  return Number(numAffectedRows)
}
