import type { Reader } from '#store/store.ts'
import { decodeText } from '../../content/text-blobs.ts'
import type { PageContext } from '../../wikitext/host.ts'
import type { LinkingPage } from './link-rows.ts'

/** A page with the text of its current revision. */
export interface CurrentPage extends LinkingPage {
  readonly model: string
  readonly text: string
  readonly context: PageContext
}

/** Pages after a number, in order. A page whose text is not there has an empty one. */
export async function currentPages(db: Reader, after: number, limit: number): Promise<CurrentPage[]> {
  const rows = await db
    .selectFrom('page')
    .where('page.id', '>', after)
    .orderBy('page.id')
    .limit(limit)
    .leftJoin('revision', 'revision.id', 'page.latest_rev')
    .leftJoin('actor', 'actor.id', 'revision.actor_id')
    .leftJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .leftJoin('content', 'content.id', 'slot.content_id')
    .leftJoin('blob', 'blob.id', 'content.blob_id')
    .select([
      'page.id',
      'page.ns',
      'page.title',
      'page.latest_rev',
      'page.length',
      'page.content_model',
      'page.touched',
    ])
    .select(['revision.timestamp', 'actor.name', 'content.model', 'blob.encoding', 'blob.data'])
    .execute()
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
      text: row.encoding && row.data ? decodeText({ encoding: row.encoding, data: row.data }).toString() : '',
      context: { ns: row.ns, dbkey: row.title, revision },
    }
  })
}
