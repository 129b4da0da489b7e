import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { holdLock } from './named-locks.ts'
import type { Writer } from './store.ts'

/** Makes sure that new rows get ids above `used`. */
export const skipNumbers = (tx: Writer, table: string, used: number): Promise<void> =>
  isPostgres(tx) ? moveSequence(tx, table, used) : moveAutoincrement(tx, table, used)

async function moveAutoincrement(tx: Writer, table: string, used: number): Promise<void> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(tx)
  if (rows[0] === undefined) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${used})`.execute(tx)
  else if (rows[0].seq < used) await sql`update sqlite_sequence set seq = ${used} where name = ${table}`.execute(tx)
}

/** Sequences only grow, even when a transaction is rolled back, so what they have reached can be remembered. */
const reached = new WeakMap<object, Map<string, number>>()

async function moveSequence(tx: Writer, table: string, used: number): Promise<void> {
  const { adapter } = tx.getExecutor()
  const known = reached.get(adapter) ?? new Map<string, number>()
  reached.set(adapter, known)
  if ((known.get(table) ?? 0) >= used) return
  const last = await lastOfSequence(tx, table)
  known.set(table, last)
  if (last >= used) return
  // Sequences are not transactional: concurrent calls could move them backwards.
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
 * Call after inserting rows with explicit ids, so that new rows continue after the highest one. SQLite does this by
 * itself; on PostgreSQL, explicit ids do not move the sequence.
 */
export async function followNumbers(tx: Writer, tables: readonly string[]): Promise<void> {
  if (!isPostgres(tx)) return
  for (const table of tables) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 1), max(id) is not null)
      from ${sql.table(table)}`.execute(tx)
  }
}
