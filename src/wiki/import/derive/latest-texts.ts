import type { Reader } from '#store/store.ts'
import type { TextStore } from '../bulk/text-store.ts'
import type { WantedTexts } from './host-data.ts'

/** Current texts of a namespace by title; empty when they exceed `maxBytes` and preloading does not pay off. */
export async function latestTexts(
  db: Reader,
  texts: TextStore,
  { ns, redirects, maxBytes }: WantedTexts,
): Promise<Map<string, string>> {
  if (maxBytes !== undefined) {
    const { size } = await db
      .selectFrom('page')
      .where('ns', '=', ns)
      .select(eb => eb.fn.sum<number | null>('length').as('size'))
      .executeTakeFirstOrThrow()
    if (Number(size ?? 0) > maxBytes) return new Map()
  }
  let query = db.selectFrom('page').where('page.ns', '=', ns)
  if (redirects) query = query.where('page.is_redirect', '=', 1)
  const rows = await query
    .innerJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .innerJoin('content', 'content.id', 'slot.content_id')
    .select(['page.title', 'content.blob_id'])
    .execute()
  const found = await texts.read(
    db,
    rows.flatMap(({ blob_id }) => blob_id ?? []),
  )
  return new Map(
    rows.flatMap(({ title, blob_id }) => {
      const text = blob_id === null ? undefined : found.get(blob_id)
      return text === undefined ? [] : [[title, text.toString()]]
    }),
  )
}
