import { indexPages } from '#store/full-text/index-pages.ts'
import { mergeWords } from '#store/full-text/merge-words.ts'
import type { Store } from '#store/store.ts'
import { readTexts } from './text-blobs.ts'

const BATCH = 200

/** Rebuilds the full-text index from the pages, in batches. */
export async function rebuildSearch(store: Store): Promise<void> {
  for (let after = 0; ; ) {
    const pages = await store.read
      .selectFrom('page')
      .leftJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
      .leftJoin('content', 'content.id', 'slot.content_id')
      .where('page.id', '>', after)
      .orderBy('page.id')
      .limit(BATCH)
      .select(['page.id', 'page.ns', 'page.title', 'content.blob_id'])
      .execute()
    const last = pages.at(-1)
    if (!last) return store.transaction(mergeWords)
    const texts = await readTexts(
      { db: store.read },
      pages.flatMap(page => page.blob_id ?? []),
    )
    const documents = pages.map(({ id, ns, title, blob_id }) => ({
      id,
      ns,
      title,
      text: texts.get(blob_id ?? -1)?.toString() ?? '',
    }))
    await store.transaction(tx => indexPages(tx, documents, 'rebuilt'))
    after = last.id
  }
}
