import Sqlite from 'better-sqlite3'
import type pg from 'pg'
import { migrate } from '../migrate.ts'
import { connectTo } from '../postgres/hosts.ts'
import { numbersAsNumbers } from '../postgres/open.ts'
import { openSqlite } from '../sqlite/open.ts'
import { BackupError, columnsOf, LACKS_DERIVED, quoted, type SqliteFile, tablesOf } from './sqlite-file.ts'

const BATCH = 2000

/** Copies a consistent snapshot of all PostgreSQL tables into a new SQLite file. Returns the number of rows. */
export async function postgresToSqlite(url: string, file: string): Promise<number> {
  const client = await connectTo(url, { types: numbersAsNumbers, application_name: 'parlance backup' })
  try {
    await client.query('begin isolation level repeatable read read only')
    await requireSameSchema(client)
    const empty = openSqlite(file)
    await migrate(empty)
    await empty.close()
    const target = new Sqlite(file)
    try {
      // An incomplete file is useless, so it does not need to survive a crash.
      target.pragma('journal_mode = MEMORY')
      target.pragma('synchronous = OFF')
      let rows = 0
      for (const table of tablesOf(target)) rows += await copyTable(client, target, table)
      await copySequences(client, target)
      target.pragma(`user_version = ${LACKS_DERIVED}`)
      return rows
    } finally {
      target.close()
    }
  } finally {
    await client.end()
  }
}

/** Tables can only be copied between identical schemas. */
async function requireSameSchema(client: pg.Client): Promise<void> {
  const { migrations } = await import('../migrations/index.ts')
  const done = await client.query<{ name: string }>('select name from migration order by name').catch(() => null)
  if (done === null) throw new BackupError('This database was never used by Parlance, so there is nothing to back up.')
  const names = done.rows.map(row => row.name)
  const ours = migrations.map(migration => migration.name).sort()
  if (names.toSorted().join() !== ours.join())
    throw new BackupError('The database belongs to another version of Parlance. Run "parlance db migrate" first.')
}

async function copyTable(client: pg.Client, target: SqliteFile, table: string): Promise<number> {
  const columns = columnsOf(target, table)
  const insert = target.prepare(
    `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  const insertAll = target.transaction((rows: unknown[][]) => {
    for (const row of rows) insert.run(row)
  })
  target.prepare(`delete from ${quoted(table)}`).run()
  await client.query(
    `declare copying no scroll cursor for select ${columns.map(quoted).join(', ')} from ${quoted(table)}`,
  )
  let count = 0
  for (;;) {
    const { rows } = await client.query<unknown[]>({ text: `fetch ${BATCH} from copying`, rowMode: 'array' })
    if (rows.length === 0) break
    insertAll(rows)
    count += rows.length
  }
  await client.query('close copying')
  return count
}

/** Ids of deleted rows must not be reused after a restore. */
async function copySequences(client: pg.Client, target: SqliteFile): Promise<void> {
  const { rows } = await client.query<{ table_name: string; sequence: string }>(identityColumns)
  for (const { table_name, sequence } of rows) {
    const { rows: state } = await client.query<{ last: number | null }>(
      `select case when is_called then last_value end as last from ${sequence}`,
    )
    const last = state[0]?.last
    if (last == null) continue
    const changed = target.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?').run(last, table_name)
    if (changed.changes === 0)
      target.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table_name, last)
  }
}

/** Selects identity columns and their sequences. */
export const identityColumns = `
  select table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
  from information_schema.columns
  where table_schema = current_schema() and is_identity = 'YES'
  order by table_name`
