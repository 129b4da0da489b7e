import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import { shapedRows } from '../shaped-sql.ts'
import type { Reader } from '../store.ts'

export interface Counted {
  /** Pages with the words. */
  readonly found: number
  /** Those of them that meet the conditions, by id. */
  readonly ids: readonly number[]
  /** The highest id among all of them. */
  readonly last: number
}

/** Reads the pages that `hits` selects as `id`, which has a limit. */
export async function readHits(
  db: Reader,
  hits: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
): Promise<Counted> {
  // One text is much faster to read than thousands of rows.
  const joined = isPostgres(db)
    ? sql`string_agg(hit.id::text, ',' order by hit.id) filter (where ${conditions})`
    : sql`group_concat(hit.id) filter (where ${conditions})`
  const rows = await shapedRows(
    db,
    sql<{ found: number; last: number | null; ids: string | null }>`
    select count(*) as found, max(hit.id) as last, ${joined} as ids
    from (${hits}) as hit left join page on page.id = hit.id`,
  )
  const { found, last, ids } = rows[0]!
  return { found: Number(found), last: Number(last ?? 0), ids: ids === null ? [] : ids.split(',').map(Number) }
}

/** Assumes that pages with higher ids have the words as often. Rounded, because it is an estimate. */
export async function estimateTotal(db: Reader, { ids, last }: Counted): Promise<number> {
  const rows = await shapedRows(db, sql<{ last: number | null }>`select max(id) as last from page`)
  const guess = (ids.length * Math.max(Number(rows[0]?.last ?? 0), last)) / Math.max(last, 1)
  return Math.max(ids.length, Number(guess.toPrecision(3)))
}
