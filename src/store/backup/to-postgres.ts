import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectTo } from '../postgres/hosts.ts'
import { numbersAsNumbers } from '../postgres/open.ts'
import { identityColumns } from './from-postgres.ts'
import { BackupError, columnsOf, quoted, type SqliteFile, sequencesOf, tablesOf } from './sqlite-file.ts'

const CHUNK_ROWS = 500

/**
 * Copies all tables of a migrated backup into a migrated PostgreSQL database, in one transaction. Returns the number of
 * rows.
 */
export async function sqliteToPostgres(source: SqliteFile, url: string): Promise<number> {
  const client = await connectTo(url, { types: numbersAsNumbers, application_name: 'parlance restore' })
  try {
    await client.query('begin')
    await empty(client)
    const tables = tablesOf(source)
    let rows = 0
    for (const table of tables) rows += await copyTable(source, client, table)
    await setSequences(source, client)
    await client.query('commit')
    return rows
  } finally {
    await client.end()
  }
}

/** Truncates all tables, including those that only this engine has. Skips empty ones, because truncating is slow. */
async function empty(client: pg.Client): Promise<void> {
  const tables = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'migration'",
  )
  const used: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rows.length > 0) used.push(quoted(name))
  }
  if (used.length > 0) await client.query(`truncate ${used.join(', ')}`)
}

async function copyTable(source: SqliteFile, client: pg.Client, table: string): Promise<number> {
  const columns = columnsOf(source, table).map(quoted).join(', ')
  const counter = { rows: 0 }
  const rows = source
    .prepare(`select ${columns} from ${quoted(table)}`)
    .raw()
    .iterate() as Iterable<unknown[]>
  const into = client.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`))
  try {
    await pipeline(Readable.from(chunks(rows, counter)), into)
  } catch (error) {
    throw new BackupError(`The table ${table} could not be restored: ${(error as Error).message}.`)
  }
  return counter.rows
}

function* chunks(rows: Iterable<unknown[]>, counter: { rows: number }): Generator<string> {
  let chunk: string[] = []
  for (const row of rows) {
    chunk.push(`${row.map(copyText).join('\t')}\n`)
    counter.rows++
    if (chunk.length === CHUNK_ROWS) {
      yield chunk.join('')
      chunk = []
    }
  }
  yield chunk.join('')
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in the text format of COPY. */
function copyText(value: unknown): string {
  if (value === null) return '\\N'
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  return String(value).replace(/[\\\t\n\r]/g, char => escapes[char]!)
}

async function setSequences(source: SqliteFile, client: pg.Client): Promise<void> {
  const stored = sequencesOf(source)
  const { rows } = await client.query<{ table_name: string; column_name: string; sequence: string }>(identityColumns)
  for (const { table_name, column_name, sequence } of rows) {
    const id = quoted(column_name)
    const highest = await client.query<{ id: number | null }>(`select max(${id}) as id from ${quoted(table_name)}`)
    const last = Math.max(highest.rows[0]?.id ?? 0, stored.get(table_name) ?? 0)
    await client.query('select setval($1::regclass, $2, $3)', [sequence, Math.max(last, 1), last > 0])
  }
}
