import type { Reader } from '#store/store.ts'
import { isHidden } from '../site/hidden-parts.ts'
import type { RevisionFacts } from '../wikitext/host.ts'
import { actorsById } from './actors.ts'
import type { RevisionRow } from './revisions.ts'

/** What a text can know about its own revision. Hidden names are not revealed. */
export async function revisionFacts(db: Reader, row: RevisionRow): Promise<RevisionFacts> {
  const author = isHidden(row.deleted, 'user') ? undefined : (await actorsById(db, [row.actor_id])).get(row.actor_id)
  return {
    pageId: row.page_id ?? 0,
    revisionId: row.id,
    timestamp: row.timestamp * 1000,
    user: author?.name ?? '',
    size: row.length ?? 0,
  }
}
