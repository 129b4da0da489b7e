import type { Reader } from '#store/store.ts'
import { decodeText } from '../../content/text-blobs.ts'

/** The current texts of a namespace by title; none when they are more than `maxBytes`, which is then no use preloading. */
export async function latestTexts(
  db: Reader,
  { ns, redirects, maxBytes }: { readonly ns: number; readonly redirects?: boolean; readonly maxBytes?: number },
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
    .innerJoin('blob', 'blob.id', 'content.blob_id')
    .select(['page.title', 'blob.encoding', 'blob.data'])
    .execute()
  return new Map(rows.map(row => [row.title, decodeText(row).toString()]))
}
