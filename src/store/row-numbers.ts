import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { holdLock } from './named-locks.ts'
import type { Writer } from './store.ts'

/** Makes sure that new rows get numbers above `used`, whatever numbers those in the table have. */
export const skipNumbers = (tx: Writer, table: string, used: number): Promise<void> =>
  isPostgres(tx) ? moveSequence(tx, table, used) : moveAutoincrement(tx, table, used)

async function moveAutoincrement(tx: Writer, table: string, used: number): Promise<void> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(tx)
  if (rows[0] === undefined) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${used})`.execute(tx)
  else if (rows[0].seq < used) await sql`update sqlite_sequence set seq = ${used} where name = ${table}`.execute(tx)
}

async function moveSequence(tx: Writer, table: string, used: number): Promise<void> {
  if ((await lastOfSequence(tx, table)) >= used) return
  // A sequence does not wait for transactions; two at once would set it back behind each other.
  await holdLock(tx, 'usedNumbers')
  if ((await lastOfSequence(tx, table)) < used)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${used})`.execute(tx)
}

async function lastOfSequence(tx: Writer, table: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last`.execute(tx)
  return rows[0]?.last ?? 0
}

/**
 * Rows came with numbers of their own: later ones follow the highest. SQLite looks at the table by itself; on PostgreSQL
 * numbers given by hand do not move the sequence that later rows take theirs from.
 */
export async function followNumbers(tx: Writer, tables: readonly string[]): Promise<void> {
  if (!isPostgres(tx)) return
  for (const table of tables) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 1), max(id) is not null)
      from ${sql.table(table)}`.execute(tx)
  }
}
