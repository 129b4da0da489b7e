import { sql } from 'kysely'
import type { Reader, Writer } from '#store/store.ts'

/** Entries kept per maintenance list: nobody works through more before the next update. */
export const KEPT_ENTRIES = 1000

/** An entry of a cached maintenance list. */
type KeptEntry = {
  readonly ns: number
  readonly title: string
  readonly value: number
}

/** Unix time of a list's last update; null if never. */
export async function keptAt(db: Reader, name: string): Promise<number | null> {
  const row = await db.selectFrom('query_cache_info').where('type', '=', name).select('timestamp').executeTakeFirst()
  return row?.timestamp ?? null
}

/** Entries in their stored order. */
export function keptEntries(db: Reader, name: string, limit: number, offset: number): Promise<KeptEntry[]> {
  return db
    .selectFrom('query_cache')
    .where('type', '=', name)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .select(['ns', 'title', 'value'])
    .execute()
}

/** Replaces the cached list. */
export async function keepList(tx: Writer, name: string, entries: readonly KeptEntry[], now: number): Promise<void> {
  await tx.deleteFrom('query_cache').where('type', '=', name).execute()
  const { last } = await tx
    .selectFrom('query_cache')
    .select(sql<number>`coalesce(max(id), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  const rows = entries.map(({ ns, title, value }, index) => ({ id: last + 1 + index, type: name, ns, title, value }))
  for (let from = 0; from < rows.length; from += 100) {
    await tx
      .insertInto('query_cache')
      .values(rows.slice(from, from + 100))
      .execute()
  }
  await tx
    .insertInto('query_cache_info')
    .values({ type: name, timestamp: now })
    .onConflict(conflict => conflict.column('type').doUpdateSet({ timestamp: now }))
    .execute()
}
