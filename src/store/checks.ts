import { sql } from 'kysely'
import { missingIndexes } from './indexes.ts'
import type { Store } from './store.ts'

interface Check {
  readonly name: string
  run(store: Store): Promise<string[]>
}

const MAX_SHOWN = 1000

/** What the engine itself can say about the health of the file. PostgreSQL checks its pages as it reads them. */
export const storeChecks: readonly Check[] = [
  {
    name: 'database file',
    async run(store) {
      if (store.engine !== 'sqlite') return []
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.read)
      return rows.map(row => row.integrity_check).filter(text => text !== 'ok')
    },
  },
  {
    name: 'references between tables',
    async run(store) {
      if (store.engine !== 'sqlite') return []
      const { rows } = await sql<{ table: string; rowid: number | null; parent: string }>`
        pragma foreign_key_check`.execute(store.read)
      return rows
        .slice(0, MAX_SHOWN)
        .map(row => `row ${row.rowid ?? '?'} of ${row.table} points to a row of ${row.parent} that is not there`)
    },
  },
  {
    name: 'indexes',
    async run(store) {
      const missing = await missingIndexes(store)
      return missing.map(
        ({ name, table }) =>
          `${name} of the table ${table} is missing; "parlance db migrate" builds it, or the next start of the server`,
      )
    },
  },
]
