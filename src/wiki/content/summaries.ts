import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'

const SUMMARIES = statement(db => db.selectFrom('summary').select(['id', 'text']))

/** Texts of edit summaries and log reasons, by ID. */
export async function summaryTexts(db: Reader, ids: Iterable<number>): Promise<Map<number, string>> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return new Map()
  return new Map((await SUMMARIES.where('id', 'in', uniqueIds).all(db)).map(row => [row.id, row.text]))
}
