import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Reader } from './store.ts'

/** How long PostgreSQL waits for the next statement of a transaction that holds counters of the whole site. */
const SHARED_ROWS_MS = 10_000

/** An expression that makes PostgreSQL do so. */
export const LIMIT_WAITING = `set_config('idle_in_transaction_session_timeout', '${SHARED_ROWS_MS}', true)`

/**
 * The end of a statement that changes a row which most writers need, just before the commit. If the network to this
 * process is cut in between, PostgreSQL would keep the row locked until its connection breaks, which can take hours.
 */
export const commitSoon = (db: Reader): string => (isPostgres(db) ? ` returning ${LIMIT_WAITING}` : '')

/** The same as a column of a statement that locks such a row. */
export const limitWaiting = (db: Reader): RawBuilder<string | null> => sql.raw(isPostgres(db) ? LIMIT_WAITING : 'null')
