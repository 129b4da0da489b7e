import { sql } from 'kysely'
import type { Reader } from './store.ts'

export async function isEmpty(db: Reader, table: string): Promise<boolean> {
  return (await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)).rows.length === 0
}
