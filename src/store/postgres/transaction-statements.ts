// Statements that begin and end transactions.
import { lockStatement } from '../named-locks.ts'
import { SCHEMA_STATE } from '../schema-guard.ts'

/** How long PostgreSQL waits for the next statement of a transaction. */
const MAX_IDLE_MS = 20_000
/**
 * Begins a transaction:
 * - If the network to this process is cut, its transactions must not hold their locks, and the readers of the change
 *   log, until the connection breaks. PostgreSQL waits 20 seconds for the next statement: requests that wait for these
 *   locks then go on before they give up on a connection, after half a minute.
 * - The lock prevents migrations during the transaction. The state is a separate statement, so that it sees a migration
 *   that the lock had to wait for.
 */
export const BEGIN = [
  'begin',
  `select set_config('idle_in_transaction_session_timeout', '${MAX_IDLE_MS}', true), (${lockStatement('migrations', 'shared')})`,
  `select state.*, pg_is_in_recovery() as standby from (${SCHEMA_STATE}) as state`,
]
/** Position in the log as a number of bytes. */
export const POSITION = `case when pg_is_in_recovery() then 0 else pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') end`
/** The position after the commit is the one that a replica must reach to show the change. */
export const COMMIT_WITH_POSITION = [
  'select pg_current_xact_id_if_assigned() is not null as wrote',
  'commit',
  `select ${POSITION} as position`,
]
