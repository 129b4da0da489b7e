import { lockRows } from '#store/lock-rows.ts'
import type { Writer } from '#store/store.ts'
import { defaultContentModel } from '../content/content-model.ts'
import { mainTexts } from '../content/main-texts.ts'
import { type PageName, type PageRow, pagesByName } from '../content/pages.ts'
import { type Slot, slotsOf } from '../content/slots.ts'
import { readTexts, type TextSource } from '../content/text-blobs.ts'
import { fail } from '../messages/message.ts'
import type { Site } from '../site/site.ts'

/** Locks a page against concurrent writers and returns whether it is still as it was read. */
export async function isUnchanged(tx: Writer, { id, latest_rev, ns, title }: PageRow): Promise<boolean> {
  const query = tx.selectFrom('page').where('id', '=', id).select(['latest_rev', 'ns', 'title'])
  const now = await lockRows(tx, query).executeTakeFirst()
  return now !== undefined && now.latest_rev === latest_rev && now.ns === ns && now.title === title
}

/** A page before an edit. */
export interface PageState extends PageName {
  /** Null while the page does not exist. */
  readonly page: PageRow | null
  readonly model: string
  readonly slots: readonly Slot[]
  /** The current text: empty for a page that does not exist, null when it was never imported. */
  readonly text: string | null
}

export async function readPageState(
  wiki: TextSource & { readonly site: Site },
  { ns, title }: PageName,
): Promise<PageState> {
  const { db, site } = wiki
  const [page = null] = await pagesByName(db, [{ ns, title }])
  const slots = page ? ((await slotsOf(db, [page.latest_rev])).get(page.latest_rev) ?? []) : []
  const main = slots.find(slot => slot.role === 'main')
  const model = main?.model ?? page?.content_model ?? defaultContentModel(site, ns, title)
  return { ns, title, page, model, slots, text: page ? await textOf(wiki, main) : '' }
}

async function textOf(source: TextSource, slot: Slot | undefined): Promise<string | null> {
  if (slot === undefined || slot.blobId === null) return null
  return (await readTexts(source, [slot.blobId])).get(slot.blobId)?.toString() ?? null
}

/** The text of a revision of any page; null when it is missing. */
export const revisionText = async (source: TextSource, revisionId: number): Promise<string | null> =>
  (await mainTexts(source, [revisionId])).get(revisionId) ?? null

/** The current text, required for edits that build on it. */
export const knownText = ({ text, page }: PageState): string =>
  text ?? fail('apierror-missingcontent-revid', [page!.latest_rev])
