// Finds sequential scans of large tables in PostgreSQL's query plans.
import { type CompiledQuery, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import { LARGE } from './large-tables.ts'

/** Disables sequential scans, which the planner prefers for small tables. It then uses them only without an index. */
export async function seqScans(connection: Reader, compiled: CompiledQuery): Promise<string[]> {
  await sql`set enable_seqscan = off`.execute(connection)
  try {
    const explained = await connection.executeQuery<{ 'QUERY PLAN': string }>({
      ...compiled,
      sql: `explain ${compiled.sql}`,
    })
    return explained.rows.flatMap(row => {
      const table = /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1]
      return table && LARGE.has(table) ? [`Seq Scan on ${table}`] : []
    })
  } finally {
    await sql`reset enable_seqscan`.execute(connection)
  }
}
