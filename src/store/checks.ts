import { sql } from 'kysely'
import { identityColumns } from './backup/from-postgres.ts'
import { missingIndexes } from './indexes.ts'
import type { Store } from './store.ts'
import { unfitJson } from './stored-json.ts'

interface Check {
  readonly name: string
  run(store: Store): Promise<string[]>
}

const MAX_SHOWN = 1000

/** Checks of the database itself. PostgreSQL verifies its pages whenever it reads them. */
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
        .map(row => `row ${row.rowid ?? '?'} of ${row.table} refers to a missing row of ${row.parent}`)
    },
  },
  {
    name: 'stored JSON',
    async run(store) {
      const faults: string[] = []
      for await (const fault of unfitJson(store.read)) {
        faults.push(fault)
        if (faults.length >= MAX_SHOWN) break
      }
      return faults
    },
  },
  {
    name: 'indexes',
    async run(store) {
      const missing = await missingIndexes(store)
      return missing.map(
        ({ name, table }) =>
          `index ${name} of table ${table} is missing; run "parlance db migrate" or restart the server to rebuild it`,
      )
    },
  },
  {
    name: 'sequences',
    // SQLite checks the rows itself before it assigns a number.
    run: async store => (store.engine === 'postgres' ? outdatedSequences(store) : []),
  },
]

/** Tables whose next row would get a number that is already in use. */
async function outdatedSequences({ read }: Store): Promise<string[]> {
  const faults: string[] = []
  const columns = await sql
    .raw<{ table_name: string; column_name: string; sequence: string }>(identityColumns)
    .execute(read)
  for (const { table_name, column_name, sequence } of columns.rows) {
    const { rows } = await sql<{ next: number; highest: number | null }>`
      select case when is_called then last_value + 1 else last_value end as next,
        (select max(${sql.ref(column_name)}) from ${sql.table(table_name)}) as highest from ${sql.raw(sequence)}`.execute(
      read,
    )
    const { next, highest } = rows[0]!
    if (highest !== null && highest >= next)
      faults.push(`the next row of table ${table_name} would get number ${next}, but ${highest} is already in use`)
  }
  return faults
}
