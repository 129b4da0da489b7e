import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'

/** The texts of edit summaries and of the reasons in logs, by their id. */
export async function summaryTexts(db: Reader, ids: Iterable<number>): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await db.selectFrom('summary').where('id', 'in', padded(wanted)).select(['id', 'text']).execute()
  return new Map(rows.map(row => [row.id, row.text]))
}
