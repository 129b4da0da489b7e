import type { Reader } from '#store/store.ts'
import { template } from '#store/template.ts'

const byId = template((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('summary').where('id', 'in', ids).select(['id', 'text']),
)

/** The texts of edit summaries and of the reasons in logs, by their id. */
export async function summaryTexts(db: Reader, ids: Iterable<number>): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  return new Map((await byId(db, { ids: wanted })).map(row => [row.id, row.text]))
}
