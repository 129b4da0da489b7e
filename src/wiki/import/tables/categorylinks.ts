import { sql } from 'kysely'
import type { Row } from '#store/insert-rows.ts'
import type { Writer } from '#store/store.ts'
import type { SqlTable, SqlValue } from '../readers/sql/sql-table.ts'
import { secondsOf } from '../timestamps.ts'
import { hasColumn, type Outcome, type TableMapping } from './mapping.ts'

const columns = ['page_id', 'category', 'sortkey', 'sortkey_prefix', 'timestamp', 'collation_name', 'type']

const byNumber = (table: SqlTable): boolean => !hasColumn(table, 'cl_to')

/** From 1.45 on, category and collation are IDs. */
export const categorylinks: TableMapping = {
  table: 'categorylinks',
  needs: table => (byNumber(table) ? ['linktarget', 'collation'] : []),
  columns: table => [
    ['cl_from', 'integer'],
    [byNumber(table) ? 'cl_target_id' : 'cl_to', 'text'],
    ['cl_sortkey', 'bytes'],
    ['cl_sortkey_prefix', 'text'],
    ['cl_timestamp', 'text'],
    [hasColumn(table, 'cl_collation') ? 'cl_collation' : 'cl_collation_id', 'text'],
    ['cl_type', 'text'],
  ],
  store: async (tx, rows, { insert, dictionary }, table) => {
    const titles = byNumber(table)
      ? await titlesOf(
          tx,
          rows.map(row => Number(row[1])),
        )
      : undefined
    const collations = hasColumn(table, 'cl_collation') ? undefined : await dictionary(tx, 'collation')
    const converted: Row[] = []
    let without = 0
    for (const [page, category, sortkey, prefix, timestamp, collation, type] of rows) {
      const title = titles === undefined ? (category as string) : titles.get(Number(category))
      if (title === undefined) without++
      else {
        const name = collations === undefined ? collation! : (collations.get(String(collation)) ?? '')
        converted.push([page!, title, sortkey!, prefix!, secondsOf(String(timestamp)) ?? 0, name, type!])
      }
    }
    return outcome(await insert(tx, 'category_link', columns, converted), converted.length, without)
  },
}

function outcome(added: number, given: number, without: number): Outcome {
  const skipped = new Map<string, number>()
  if (given > added) skipped.set('already there', given - added)
  if (without > 0) skipped.set('its category is not in the table "linktarget"', without)
  return { stored: added, skipped }
}

async function titlesOf(tx: Writer, ids: readonly SqlValue[]): Promise<Map<number, string>> {
  const uniqueIds = [...new Set(ids)]
  const titles = new Map<number, string>()
  for (let from = 0; from < uniqueIds.length; from += 1000) {
    const { rows } = await sql<{ id: number; title: string }>`
      select id, title from link_target where id in (${sql.join(uniqueIds.slice(from, from + 1000))})`.execute(tx)
    for (const { id, title } of rows) titles.set(id, title)
  }
  return titles
}
