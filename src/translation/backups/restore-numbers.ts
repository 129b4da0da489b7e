import { unitsInPortions } from '../catalogue/units-in-portions.ts'
import type { Work } from '../catalogue/work.ts'
import { type CountedUnit, count, noCounters } from '../statistics/counters.ts'
import { recountRecent } from '../statistics/recent-changes.ts'

const AT_ONCE = 5000

/** Counts restored translations and adds them to all totals. */
export async function restoreNumbers(work: Work, translations: readonly number[]): Promise<void> {
  const { tx } = work
  for (const id of translations) {
    const counters = noCounters()
    for await (const units of unitsInPortions(tx, id, AT_ONCE)) {
      for (const unit of units) count(counters, unit as CountedUnit)
    }
    const { last, recent } = await recountRecent(tx, id)
    const newest = await tx
      .selectFrom('translation_change')
      .select('author_id')
      .where('translation_id', '=', id)
      .where('is_content', '=', 1)
      .orderBy('timestamp', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const row = await tx
      .updateTable('translation')
      .set({ ...counters, last_change: last, recent_changes: recent, last_author_id: newest?.author_id ?? null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await work.counters.addStoredTranslation(tx, row)
  }
}
