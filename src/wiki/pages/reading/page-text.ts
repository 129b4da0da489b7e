import { defaultContentModel } from '../../content/content-model.ts'
import type { PageRow } from '../../content/pages.ts'
import { type RevisionRow, selectRevisions } from '../../content/revisions.ts'
import { slotsOf } from '../../content/slots.ts'
import { readTexts } from '../../content/text-blobs.ts'
import { isHidden } from '../../site/hidden-parts.ts'
import type { Wiki } from '../../wiki.ts'

interface PageText {
  /** Null if the dump did not include the revision. */
  readonly revision: RevisionRow | null
  readonly model: string
  /** Empty if it is hidden or was missing from the dump. */
  readonly text: string
}

/** Public text of a page at a revision, by default the latest. */
export async function pageText(wiki: Wiki, page: PageRow, revisionId = page.latest_rev): Promise<PageText> {
  const { db, site } = wiki
  const revision = await selectRevisions(db)
    .where('revision.id', '=', revisionId)
    .where('revision.page_id', '=', page.id)
    .executeTakeFirst()
  const slots = (await slotsOf(db, [revisionId])).get(revisionId) ?? []
  const main = slots.find(({ role }) => role === 'main')
  const model = main?.model ?? page.content_model ?? defaultContentModel(site, page.ns, page.title)
  const blob = revision && !isHidden(revision.deleted, 'text') ? (main?.blobId ?? null) : null
  const text = blob === null ? '' : ((await readTexts(wiki, [blob])).get(blob)?.toString() ?? '')
  return { revision: revision ?? null, model, text }
}
