import type pg from 'pg'
import type { TryLock } from '../store.ts'
import { connectTo } from './hosts.ts'

/** Distinguishes our locks from those of other programs in the same database. */
const OURS = 'parlance lock '

const HOLDER = `select activity.application_name as name, activity.client_addr as address, activity.xact_start as since
  from pg_locks as held join pg_stat_activity as activity on activity.pid = held.pid
  where held.locktype = 'advisory' and held.granted and held.database = (select oid from pg_database where datname = current_database())
  and held.classid::bigint = (hashtext($1)::bigint & 4294967295)
  and held.objid::bigint = (hashtext(current_schema())::bigint & 4294967295)`

/** With a timeout for idle transactions, the server would release the lock too early. */
const BEGIN = 'begin; set local idle_in_transaction_session_timeout = 0'

/**
 * A transaction-level advisory lock on a dedicated connection: the server releases it when the process is gone. A
 * session-level lock would get lost behind a pooler. Other schemas of the same database are other sites.
 */
export const tryPostgresLock: TryLock = async (database, name, self) => {
  // If this connection is lost, so are the working ones, which report the error.
  const client = await connectTo(database, { application_name: self.slice(0, 63), keepAlive: true })
  try {
    const key = OURS + name
    await client.query(BEGIN)
    const { rows } = await client.query(
      'select pg_try_advisory_xact_lock(hashtext($1), hashtext(current_schema())) as got',
      [key],
    )
    if (rows[0].got === true) return { release: () => release(client) }
    const holder = (await client.query(HOLDER, [key])).rows[0]
    await client.end()
    return holder ? `${holder.name}, since ${holder.since.toISOString()}` : 'about to finish'
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Behind a pooler, closing the connection would release the lock only some time later. */
async function release(client: pg.Client): Promise<void> {
  await client.query('rollback').catch(() => {})
  await client.end()
}
