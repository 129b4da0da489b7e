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

/** Opens the database and brings it up to date. With `mustExist` one that is not there is not made, but missed. */
export async function openMigrated(
  config: Pick<Config, 'data' | 'database'>,
  { mustExist = false } = {},
): Promise<Store> {
  if (mustExist && config.database === null) refuseMissingFile(config.data)
  const store = await openDatabase(config)
  try {
    if (mustExist && config.database !== null) await refuseEmptyDatabase(store)
    await migrate(store)
    // Whether transactions work at all: a pooler in statement mode refuses them.
    await store.transaction(async () => {})
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

const WHO_MAKES = 'The commands serve, wiki import, translations import, restore and db migrate make one.'

/** Whoever mistypes a folder must not be told that all is well in it. */
function refuseMissingFile(data: string): void {
  const file = path.join(data, DATABASE_FILE)
  if (!existsSync(file)) throw new EnvironmentError(`There is no database ${file}. ${WHO_MAKES}`)
}

async function refuseEmptyDatabase(store: Store): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('migration') is not null as there`.execute(
    store.read,
  )
  if (rows[0]?.there !== true) throw new EnvironmentError(`That database is empty. ${WHO_MAKES}`)
}
