import { sql } from 'kysely'
import { holdLock } from '#store/advisory-locks.ts'
import { isPostgres } from '#store/engine.ts'
import type { Writer } from '#store/store.ts'

/**
 * Deleted revisions and pages keep their numbers in other tables. An import may have brought some that are higher than all
 * in the table itself: they must not be given again.
 */
export async function skipUsedNumbers(tx: Writer, table: 'page' | 'revision'): Promise<void> {
  const used = await highestDeleted(tx, table)
  if (used > 0) await (isPostgres(tx) ? moveSequence(tx, table, used) : moveAutoincrement(tx, table, used))
}

/** Every page that was deleted has an entry in the log, where its number can be found quickly. */
async function highestDeleted(tx: Writer, table: 'page' | 'revision'): Promise<number> {
  const row =
    table === 'revision'
      ? await tx
          .selectFrom('archive')
          .select(eb => eb.fn.max('rev_id').as('id'))
          .executeTakeFirst()
      : await tx
          .selectFrom('log')
          .select(eb => eb.fn.max('page_id').as('id'))
          .executeTakeFirst()
  return row?.id ?? 0
}

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
