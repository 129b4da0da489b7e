import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#core/config.ts'
import { migrate } from '#store/migrate.ts'
import { DATABASE_FILE, openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { EnvironmentError } from './environment-error.ts'

export const openDatabase = ({ data, database }: Pick<Config, 'data' | 'database'>): Promise<Store> =>
  openStore(database === null ? { data } : { database })

/** Opens and migrates the database. With `mustExist`, a missing database is an error. */
export async function openMigrated(
  config: Pick<Config, 'data' | 'database'>,
  { mustExist = false } = {},
): Promise<Store> {
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
