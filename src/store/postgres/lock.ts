import pg from 'pg'
import type { TryLock } from '../store.ts'

/** Tells our locks from those of other programs in the same database. */
const OURS = 'parlance lock '

const HOLDER = `select activity.application_name as name, activity.client_addr as address, activity.xact_start as since
  from pg_locks as held join pg_stat_activity as activity on activity.pid = held.pid
  where held.locktype = 'advisory' and held.granted and held.database = (select oid from pg_database where datname = current_database())
  and held.classid::bigint = (hashtext($1)::bigint & 4294967295)
  and held.objid::bigint = (hashtext(current_schema())::bigint & 4294967295)`

/** A server that ends idle transactions would take the lock away in the middle of the work. */
const BEGIN = 'begin; set local idle_in_transaction_session_timeout = 0'

/**
 * An advisory lock of a transaction on a connection of its own, which does nothing else: the server drops it when the process
 * that has the connection is gone. A lock of the session would get lost behind a pooler. Other schemas of the same database
 * are other sites.
 */
export const tryPostgresLock: TryLock = async (database, name, self) => {
  const client = new pg.Client({ connectionString: database, application_name: self.slice(0, 63), keepAlive: true })
  // Whoever loses this connection loses those it works with as well, and hears of it there.
  client.on('error', () => {})
  await client.connect()
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
    return holder ? `${holder.name}, since ${holder.since.toISOString()}` : 'it is just ending'
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Behind a pooler, ending the connection would let the lock go only some time later. */
async function release(client: pg.Client): Promise<void> {
  await client.query('rollback').catch(() => {})
  await client.end()
}
