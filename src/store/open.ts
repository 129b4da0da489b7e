import path from 'node:path'
import type { Store, StoreAddress, StoreOptions } from './store.ts'

export const DATABASE_FILE = 'parlance.db'

// Loads only the driver that is needed.
const sqlite = () => import('./sqlite/open.ts')
const postgres = () => import('./postgres/open.ts')

/** Opens `postgres://…`, or a SQLite file by its name or data directory. Call `migrate` next. */
export async function openStore(where: StoreAddress, options: StoreOptions = {}): Promise<Store> {
  if ('data' in where) return (await sqlite()).openSqlite(path.join(where.data, DATABASE_FILE))
  if ('file' in where) return (await sqlite()).openSqlite(where.file)
  if (/^postgres(ql)?:/.test(where.database))
    return (await postgres()).openPostgres(where.database, where.connections, options)
  throw new Error(
    `The database URL "${where.database}" must start with postgres://. To use SQLite, set --data to a directory.`,
  )
}
