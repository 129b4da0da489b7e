import type { SelectQueryBuilder } from 'kysely'
import { isPostgres } from './engine.ts'
import { runLater } from './run-later.ts'
import type { Reader, Writer } from './store.ts'
import type { Database } from './tables/database.ts'

/**
 * Locks the selected rows until the transaction ends. Waits for rows that another transaction has locked, or leaves
 * them out with `skip`. SQLite has only one writer at a time and needs no row locks.
 */
export const lockRows = <DB, TB extends keyof DB, O>(
  tx: Writer | Reader,
  query: SelectQueryBuilder<DB, TB, O>,
  taken: 'wait' | 'skip' = 'wait',
): SelectQueryBuilder<DB, TB, O> => {
  if (!isPostgres(tx)) return query
  return taken === 'skip' ? query.forUpdate().skipLocked() : query.forUpdate()
}

/** Locks rows without reading them. Runs no query on SQLite. */
export async function holdRows<DB, TB extends keyof DB, O>(
  tx: Writer,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<void> {
  if (isPostgres(tx)) await query.forUpdate().execute()
}

/** Locks a row together with the next statement of the transaction. Runs no query on SQLite. */
export async function holdRowLater(tx: Writer, table: keyof Database, id: number): Promise<void> {
  if (isPostgres(tx)) await runLater(tx, `select 1 from ${table} where id = $1 for update`, [id])
}
