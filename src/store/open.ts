import path from 'node:path'
import { openPostgres } from './postgres/open.ts'
import { openSqlite } from './sqlite/open.ts'
import type { Store } from './store.ts'

export const DATABASE_FILE = 'parlance.db'

/** Opens `postgres://…`, or the SQLite file inside a data folder. The schema is `migrate`'s business. */
export function openStore(where: { data: string } | { database: string }): Store {
  if ('data' in where) return openSqlite(path.join(where.data, DATABASE_FILE))
  if (/^postgres(ql)?:/.test(where.database)) return openPostgres(where.database)
  throw new Error(
    `The database address "${where.database}" must start with postgres://; for SQLite give a folder with --data.`,
  )
}
