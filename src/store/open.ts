import path from 'node:path'
import type { Store, StoreAddress } from './store.ts'

export const DATABASE_FILE = 'parlance.db'

// Each engine brings a driver that takes its time to load; only the one that is used is.
const sqlite = () => import('./sqlite/open.ts')
const postgres = () => import('./postgres/open.ts')

/** Opens `postgres://…`, or the SQLite file, by its name or by the data folder it is in. The schema is `migrate`'s business. */
export async function openStore(where: StoreAddress): Promise<Store> {
  if ('data' in where) return (await sqlite()).openSqlite(path.join(where.data, DATABASE_FILE))
  if ('file' in where) return (await sqlite()).openSqlite(where.file)
  if (/^postgres(ql)?:/.test(where.database)) return (await postgres()).openPostgres(where.database)
  throw new Error(
    `The database address "${where.database}" must start with postgres://; for SQLite give a folder with --data.`,
  )
}
