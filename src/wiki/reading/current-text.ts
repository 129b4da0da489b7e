import { defaultContentModel } from '../content/content-model.ts'
import type { PageRow } from '../content/pages.ts'
import { isHidden } from '../content/revision-visibility.ts'
import { type RevisionRow, selectRevisions } from '../content/revisions.ts'
import { slotsOf } from '../content/slots.ts'
import { readTexts } from '../content/text-blobs.ts'
import type { Wiki } from '../wiki.ts'

export interface CurrentText {
  /** Null when the page's last revision never came with its dump. */
  readonly revision: RevisionRow | null
  readonly model: string
  /** Empty when it is hidden, or never came with its dump. */
  readonly text: string
}

/** What a page says at present, as everybody may read it. */
export async function currentText({ db, site }: Wiki, page: PageRow): Promise<CurrentText> {
  const revision = await selectRevisions(db).where('revision.id', '=', page.latest_rev).executeTakeFirst()
  const slots = (await slotsOf(db, [page.latest_rev])).get(page.latest_rev) ?? []
  const main = slots.find(({ role }) => role === 'main')
  const model = main?.model ?? page.content_model ?? defaultContentModel(site, page.ns, page.title)
  const blob = revision && !isHidden(revision.deleted, 'text') ? (main?.blobId ?? null) : null
  const text = blob === null ? '' : ((await readTexts(db, [blob])).get(blob)?.toString() ?? '')
  return { revision: revision ?? null, model, text }
}
