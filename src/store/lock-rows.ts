import type { SelectQueryBuilder } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Writer } from './store.ts'

/**
 * A query that keeps other writers away from the rows it finds until the transaction ends. Rows that another has so far are
 * waited for, or passed over with `skip`. A writer on SQLite is always alone: there the query stays as it is.
 */
export const lockRows = <DB, TB extends keyof DB, O>(
  tx: Writer,
  query: SelectQueryBuilder<DB, TB, O>,
  taken: 'wait' | 'skip' = 'wait',
): SelectQueryBuilder<DB, TB, O> => {
  if (!isPostgres(tx)) return query
  return taken === 'skip' ? query.forUpdate().skipLocked() : query.forUpdate()
}

/** The same for whoever does not want to see the rows: where nobody is to be kept away, nothing is asked. */
export async function holdRows<DB, TB extends keyof DB, O>(
  tx: Writer,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<void> {
  if (isPostgres(tx)) await query.forUpdate().execute()
}
