import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#core/config.ts'
import type { Log } from '#events/log.ts'
import { isStandby } from '#store/health.ts'
import { migrate, pendingMigrations } from '#store/migrate.ts'
import { DATABASE_FILE, openStore } from '#store/open.ts'
import type { Store, StoreEvent } from '#store/store.ts'
import { EnvironmentError } from './environment-error.ts'

type Location = Pick<Config, 'data' | 'database' | 'databaseConnections'>

export const openDatabase = ({ data, database, databaseConnections }: Location): Promise<Store> =>
  openStore(database === null ? { data } : { database, connections: databaseConnections })

/** Opens the database for serving requests: with its replicas, and read-only if it is a standby. */
export async function openForRequests(config: Config, log: Log): Promise<Store> {
  const { data, database, replica: urls, replicaMaxLag: maxLag, replicaWait: waitMs } = config
  if (database === null) return openStore({ data })
  const address = { database, connections: config.databaseConnections }
  const store = await openStore(address, { replicas: { urls, maxLag, waitMs }, onEvent: reportTo(log) })
  if (config.readOnly !== null && (await isStandby(store))) store.refuseWrites()
  return store
}

const reportTo =
  (log: Log) =>
  (event: StoreEvent): void => {
    if (event.kind === 'host-changed') log('database.host_changed', { host: event.host })
    else if (event.kind === 'replica-in-use') log('replica.in_use', { replica: event.replica })
    else log('replica.left_out', { replica: event.replica, reason: event.reason })
  }

/**
 * Opens the database for a server that must not write, and checks that its schema is complete. A standby can be served
 * only this way.
 */
export async function openUnchanged(config: Config): Promise<Store> {
  if (config.database === null) requireFile(config.data)
  const store = await openDatabase(config)
  try {
    if (config.database !== null) await requireSchema(store)
    await requireMigrated(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Opens and migrates the database. With `mustExist`, a missing database is an error. */
export async function openMigrated(config: Location, { mustExist = false } = {}): Promise<Store> {
  if (mustExist && config.database === null) requireFile(config.data)
  const store = await openDatabase(config)
  try {
    if (mustExist && config.database !== null) await requireSchema(store)
    await migrate(store)
    // Fails early with a pooler in statement mode, which does not support transactions.
    await store.transaction(async () => {})
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** A server that may write would fail at the first write, long after its start. */
export async function requirePrimary(store: Store): Promise<void> {
  if (await isStandby(store))
    throw new EnvironmentError(
      'The database is a standby, which cannot be written to. Use the address of the primary, or add --read-only.',
    )
}

async function requireMigrated(store: Store): Promise<void> {
  const [first] = await pendingMigrations(store)
  if (first !== undefined)
    throw new EnvironmentError(
      `The database lacks the migration ${first}, and a read-only server does not migrate. Run "parlance db migrate" on the primary.`,
    )
}

const HOW_TO_CREATE = 'To create one, run serve, wiki import, translations import, restore or db migrate.'

/** A mistyped path must not look like an empty site without problems. */
function requireFile(data: string): void {
  const file = path.join(data, DATABASE_FILE)
  if (!existsSync(file)) throw new EnvironmentError(`There is no database ${file}. ${HOW_TO_CREATE}`)
}

async function requireSchema(store: Store): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('migration') is not null as there`.execute(
    store.read,
  )
  if (rows[0]?.there !== true) throw new EnvironmentError(`The database is empty. ${HOW_TO_CREATE}`)
}
