import type { Reader } from '#store/store.ts'
import type { LinkingPage } from '../../content/link-rows.ts'
import type { PageContext } from '../../wikitext/host.ts'
import type { TextStore } from '../bulk/text-store.ts'

/** A page with the text of its current revision. */
export interface CurrentPage extends LinkingPage {
  readonly model: string
  readonly text: string
  readonly context: PageContext
}

/** Pages after an ID, in order. A missing text is empty. */
export async function currentPages(db: Reader, texts: TextStore, after: number, limit: number): Promise<CurrentPage[]> {
  const rows = await db
    .selectFrom('page')
    .where('page.id', '>', after)
    .orderBy('page.id')
    .limit(limit)
    .leftJoin('revision', 'revision.id', 'page.latest_rev')
    .leftJoin('actor', 'actor.id', 'revision.actor_id')
    .leftJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .leftJoin('content', 'content.id', 'slot.content_id')
    .select([
      'page.id',
      'page.ns',
      'page.title',
      'page.latest_rev',
      'page.length',
      'page.content_model',
      'page.touched',
    ])
    .select(['revision.timestamp', 'actor.name', 'content.model', 'content.blob_id'])
    .execute()
  const found = await texts.read(
    db,
    rows.flatMap(({ blob_id }) => blob_id ?? []),
  )
  return rows.map(row => {
    const timestamp = row.timestamp ?? row.touched
    const revision = {
      pageId: row.id,
      revisionId: row.latest_rev,
      timestamp: timestamp * 1000,
      user: row.name ?? '',
      size: row.length,
    }
    return {
      id: row.id,
      ns: row.ns,
      title: row.title,
      timestamp,
      model: row.model ?? row.content_model ?? 'wikitext',
      text: row.blob_id === null ? '' : (found.get(row.blob_id)?.toString() ?? ''),
      context: { ns: row.ns, dbkey: row.title, revision },
    }
  })
}
