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
    name: 'stored JSON',
    async run(store) {
      const found: string[] = []
      for await (const fault of unfitJson(store.read)) {
        found.push(fault)
        if (found.length >= MAX_SHOWN) break
      }
      return found
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
  {
    name: 'numbers to come',
    // SQLite looks at the rows itself before it hands out a number.
    run: async store => (store.engine === 'postgres' ? takenNumbers(store) : []),
  },
]

/** Tables whose next row would get a number that a row has or has had. */
async function takenNumbers({ read }: Store): Promise<string[]> {
  const found: string[] = []
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
      found.push(
        `the next row of the table ${table_name} would get the number ${next}, but ${highest} is taken already`,
      )
  }
  return found
}
