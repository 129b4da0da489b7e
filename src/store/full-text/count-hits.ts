import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import { shapedRows } from '../shaped-sql.ts'
import type { Reader } from '../store.ts'
import type { WordHits } from './word-hits.ts'

/** The ids of the pages that `hits` selects as `id`, which has a limit, in ascending order. */
export async function readHits(db: Reader, hits: RawBuilder<unknown>): Promise<number[]> {
  // One text is much faster to read than thousands of rows. SQLite returns them in the order of the walk.
  const joined = isPostgres(db) ? sql`string_agg(hit.id::text, ',' order by hit.id)` : sql`group_concat(hit.id)`
  return idsIn(await shapedRows(db, sql<JoinedIds>`select ${joined} as ids from (${hits}) as hit`))
}

interface JoinedIds {
  readonly ids: string | null
}

const idsIn = ([row]: readonly JoinedIds[]): number[] => (row?.ids == null ? [] : row.ids.split(',').map(Number))

/** Those of the pages that meet the conditions, by id. */
export async function meeting(
  db: Reader,
  ids: readonly number[],
  conditions: RawBuilder<unknown>,
): Promise<readonly number[]> {
  if (ids.length === 0) return ids
  const query = isPostgres(db)
    ? sql<JoinedIds>`select string_agg(page.id::text, ',' order by page.id) as ids
        from unnest(${ids}::bigint[]) as hit (id) join page on page.id = hit.id where ${conditions}`
    : sql<JoinedIds>`select group_concat(page.id) as ids
        from json_each(${JSON.stringify(ids)}) as hit cross join page on page.id = hit.value where ${conditions}`
  return idsIn(await shapedRows(db, query))
}

interface Sample {
  /** Pages that meet the conditions, by id. */
  readonly ids: readonly number[]
  /** The highest id among all that were looked at. */
  readonly last: number
}

/** Pages that are looked at first, when not all are needed. */
const FIRST = 500

/** A search with too many hits to look at each: as many pages as are `wanted`, and an estimate of their number. */
export async function estimatedHits(
  db: Reader,
  hits: readonly number[],
  conditions: RawBuilder<unknown>,
  wanted: number,
): Promise<WordHits> {
  const sample = await someMeeting(db, hits, conditions, wanted)
  return { ids: sample.ids, isExact: false, total: await estimateTotal(db, sample), ranked: null }
}

/** As many pages that meet the conditions as are `wanted`, or all. */
async function someMeeting(
  db: Reader,
  hits: readonly number[],
  conditions: RawBuilder<unknown>,
  wanted: number,
): Promise<Sample> {
  const ids: number[] = []
  let done = 0
  for (let size = FIRST; done < hits.length && (done === 0 || ids.length < wanted); size *= 2) {
    for (const id of await meeting(db, hits.slice(done, done + size), conditions)) ids.push(id)
    done = Math.min(hits.length, done + size)
  }
  return { ids, last: hits[done - 1] ?? 0 }
}

/** Assumes that pages with higher ids have the words as often. Rounded, because it is an estimate. */
async function estimateTotal(db: Reader, { ids, last }: Sample): Promise<number> {
  const rows = await shapedRows(db, sql<{ last: number | null }>`select max(id) as last from page`)
  const guess = (ids.length * Math.max(Number(rows[0]?.last ?? 0), last)) / Math.max(last, 1)
  return Math.max(ids.length, Number(guess.toPrecision(3)))
}
