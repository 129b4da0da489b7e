import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import type { PageState } from './page-batch.ts'

const MAX_KEYS = 1000

/** The outcome for pages that were not added, because an export repeats an ID or a title. */
interface SettledPages {
  /** Pages with an existing ID: the same page with a newer revision. */
  readonly newer: readonly PageState[]
  /** Pages with an existing title under another ID. They are left out along with their revisions. */
  readonly clashing: readonly number[]
}

export async function settleDuplicates(tx: Writer, pages: readonly PageState[]): Promise<SettledPages> {
  const newer: PageState[] = []
  const clashing: number[] = []
  for (let from = 0; from < pages.length; from += MAX_KEYS) {
    const part = pages.slice(from, from + MAX_KEYS)
    const rows = await tx
      .selectFrom('page')
      .where('id', 'in', padded(part.map(({ id }) => id)))
      .select(['id', 'latest_rev'])
      .execute()
    const byId = new Map(rows.map(row => [row.id, row]))
    for (const page of part) {
      const row = byId.get(page.id)
      if (row === undefined) clashing.push(page.id)
      else if (row.latest_rev < (page.latest?.id ?? 0)) newer.push(page)
    }
  }
  return { newer, clashing }
}

/** Removes revisions of missing pages, which earlier batches may have stored. Returns how many there were. */
export async function removeOrphanedRevisions(tx: Writer, pages: readonly number[]): Promise<number> {
  let count = 0
  for (let from = 0; from < pages.length; from += MAX_KEYS) {
    const part = padded(pages.slice(from, from + MAX_KEYS))
    const orphaned = tx.selectFrom('revision').where('page_id', 'in', part).select('id')
    await tx.deleteFrom('slot').where('revision_id', 'in', orphaned).execute()
    await tx.deleteFrom('ip_change').where('rev_id', 'in', orphaned).execute()
    const { numDeletedRows } = await tx.deleteFrom('revision').where('page_id', 'in', part).executeTakeFirstOrThrow()
    count += Number(numDeletedRows)
  }
  return count
}
