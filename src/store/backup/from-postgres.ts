import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { migrate } from '../migrate.ts'
import { numbersAsNumbers } from '../postgres/open.ts'
import { openSqlite } from '../sqlite/open.ts'
import { BackupError, columnsOf, LACKS_DERIVED, quoted, type SqliteFile, tablesOf } from './sqlite-file.ts'

const BATCH = 2000

/** Copies every table of a PostgreSQL database, as they were at one instant, into a new SQLite file. Returns rows copied. */
export async function postgresToSqlite(url: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, types: numbersAsNumbers, application_name: 'parlance backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await refuseOtherSchema(client)
    const empty = openSqlite(file)
    await migrate(empty)
    await empty.close()
    const target = new Sqlite(file)
    try {
      // The file is worthless until it is whole, so it need not survive a crash on the way.
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

/** Only the same schema can be copied table by table; another one is migrated first. */
async function refuseOtherSchema(client: pg.Client): Promise<void> {
  const { migrations } = await import('../migrations/index.ts')
  const done = await client.query<{ name: string }>('select name from migration order by name').catch(() => null)
  if (done === null) throw new BackupError('This database was never used by Parlance: there is nothing to back up.')
  const names = done.rows.map(row => row.name)
  const ours = migrations.map(migration => migration.name)
  if (names.join() !== ours.join())
    throw new BackupError('The database is of another version; run "parlance db migrate".')
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

/** Numbers that were handed out and given up again stay used, also after a restore. */
async function copySequences(client: pg.Client, target: SqliteFile): Promise<void> {
  const { rows } = await client.query<{ table_name: string; sequence: string }>(identityColumns)
  for (const { table_name, sequence } of rows) {
    const { rows: found } = await client.query<{ last: number | null }>(
      `select case when is_called then last_value end as last from ${sequence}`,
    )
    const last = found[0]?.last
    if (last == null) continue
    const changed = target.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?').run(last, table_name)
    if (changed.changes === 0)
      target.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table_name, last)
  }
}

/** Tables whose ids PostgreSQL hands out, and the counters behind them. */
export const identityColumns = `
  select table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
  from information_schema.columns
  where table_schema = current_schema() and is_identity = 'YES'
  order by table_name`
