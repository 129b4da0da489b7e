import type { Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { NS } from '../site/namespaces.ts'
import { beginCategory } from './category-counts.ts'
import { skipUsedNumbers } from './store-revision.ts'

interface Beginning {
  /** Unix time in seconds. */
  readonly now: number
  readonly model: string | null
  /** Page ID to reuse when a deleted page is restored; by default a new one is assigned. */
  readonly id?: number
}

/** Inserts a page row without revisions; the caller adds them. Null when the page was created concurrently. */
export async function beginPage(
  tx: Writer,
  { ns, title }: PageName,
  { now, model, id }: Beginning,
): Promise<number | null> {
  if (id === undefined) await skipUsedNumbers(tx, 'page')
  const row = await tx
    .insertInto('page')
    .values({
      ...(id !== undefined && { id }),
      ns,
      title,
      random: Math.random(),
      touched: now,
      latest_rev: 0,
      length: 0,
      links_updated: null,
      content_model: model,
      lang: null,
    })
    .onConflict(conflict => conflict.columns(['ns', 'title']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  await tx.deleteFrom('protected_title').where('ns', '=', ns).where('title', '=', title).execute()
  if (ns === NS.category) await beginCategory(tx, title)
  return row.id
}
