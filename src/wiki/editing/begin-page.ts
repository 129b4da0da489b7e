import type { Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { NS } from '../site/namespaces.ts'
import { beginCategory } from './store-links.ts'
import { skipUsedNumbers } from './store-revision.ts'

interface Beginning {
  /** Seconds since 1970. */
  readonly now: number
  readonly model: string | null
  /** The number to have again, for a page that comes back; without it, the next one. */
  readonly id?: number
}

/** A page without revisions, for whoever is about to store some. Null when somebody else has begun it meanwhile. */
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
