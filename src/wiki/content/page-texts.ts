import { padded } from '#store/keyset.ts'
import { readTexts, type TextSource } from './text-blobs.ts'

/** Current texts of pages in one namespace, by title; missing pages are left out. */
export async function pageTexts(
  source: TextSource,
  ns: number,
  titles: readonly string[],
): Promise<Map<string, string>> {
  if (titles.length === 0) return new Map()
  const rows = await source.db
    .selectFrom('page')
    .innerJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .innerJoin('content', 'content.id', 'slot.content_id')
    .where('page.ns', '=', ns)
    .where('page.title', 'in', padded(titles))
    .select(['page.title', 'content.blob_id'])
    .execute()
  const texts = await readTexts(
    source,
    rows.flatMap(row => row.blob_id ?? []),
  )
  return new Map(rows.map(row => [row.title, texts.get(row.blob_id ?? -1)?.toString() ?? '']))
}
