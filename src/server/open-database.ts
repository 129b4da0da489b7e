import type { Config } from '#accounts/config.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'

export const openDatabase = ({ data, database }: Pick<Config, 'data' | 'database'>): Store =>
  openStore(database === null ? { data } : { database })

/** Opens the database and brings it up to date. */
export async function openMigrated(config: Pick<Config, 'data' | 'database'>): Promise<Store> {
  const store = openDatabase(config)
  try {
    await migrate(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}
