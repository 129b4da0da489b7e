import { titleKey } from '#store/full-text/title-keys.ts'
import { lockRows } from '#store/lock-rows.ts'
import { prepared } from '#store/prepared.ts'
import type { Reader, Writer } from '#store/store.ts'
import { defaultContentModel } from '../content/content-model.ts'
import { mainTexts } from '../content/main-texts.ts'
import type { PageName, PageRow } from '../content/pages.ts'
import type { Slot } from '../content/slots.ts'
import type { TextSource } from '../content/text-blobs.ts'
import { fail } from '../messages/message.ts'
import type { Site } from '../site/site.ts'
import { decodeText } from '../text-encoding.ts'

interface LockedPage {
  /** Of the current revision; 0 when that is missing. */
  readonly timestamp: number
  /** The highest ID of a deleted revision of any page; 0 if there is none. */
  readonly lastDeleted: number
  /** Whether another page includes it. */
  readonly isIncluded: boolean
  /** The actor of the account; null if it has none yet. */
  readonly actorId: number | null
  /** Whether the search knows its title. */
  readonly isTitleIndexed: boolean
}

const lockPage = prepared((tx: Reader, id: number, ns: number, title: string, accountId: number) =>
  lockRows(
    tx,
    tx
      .selectFrom('page')
      .where('id', '=', id)
      .select(['latest_rev', 'ns', 'title'])
      .select(({ selectFrom }) => [
        selectFrom('revision').whereRef('revision.id', '=', 'page.latest_rev').select('timestamp').as('timestamp'),
        selectFrom('archive')
          .select(({ fn }) => fn.max('rev_id').as('id'))
          .as('lastDeleted'),
        selectFrom('link_target as target')
          .where('target.ns', '=', ns)
          .where('target.title', '=', title)
          .where(eb =>
            eb.exists(eb.selectFrom('template_link').whereRef('target_id', '=', 'target.id').select('from_id')),
          )
          .select('target.id')
          .as('includedAs'),
        selectFrom('actor').where('account_id', '=', accountId).select('actor.id').as('actorId'),
        selectFrom('title_key').whereRef('page_id', '=', 'page.id').select('folded').as('indexedAs'),
      ]),
  ),
)

/**
 * Locks a page against concurrent writers, together with the next statement, and reads what its edit needs. Returns null
 * when the page is no longer as it was read.
 */
export async function lockLater(
  tx: Writer,
  { id, latest_rev, ns, title }: PageRow,
  accountId: number | null,
): Promise<() => LockedPage | null> {
  const rows = await lockPage.later(tx, id, ns, title, accountId ?? 0)
  return () => {
    const [now] = rows()
    if (now === undefined || now.latest_rev !== latest_rev || now.ns !== ns || now.title !== title) return null
    return {
      timestamp: now.timestamp ?? 0,
      lastDeleted: now.lastDeleted ?? 0,
      isIncluded: now.includedAs !== null,
      actorId: now.actorId,
      isTitleIndexed: now.indexedAs === titleKey(ns, title).folded,
    }
  }
}

/** Locks a page against concurrent writers and returns whether it is still as it was read. */
export async function isUnchanged(tx: Writer, { id, latest_rev, ns, title }: PageRow): Promise<boolean> {
  const [now] = await lockPage(tx, id, ns, title, 0)
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

const pageWithText = prepared((db: Reader, ns: number, title: string) =>
  db
    .selectFrom('page')
    .leftJoin('slot', 'slot.revision_id', 'page.latest_rev')
    .leftJoin('content', 'content.id', 'slot.content_id')
    .leftJoin('blob', join => join.onRef('blob.id', '=', 'content.blob_id').on('slot.role', '=', 'main'))
    .where('page.ns', '=', ns)
    .where('page.title', '=', title)
    .orderBy('slot.role')
    .selectAll('page')
    .select(['slot.role', 'slot.origin', 'content.size', 'content.sha1', 'content.model', 'content.blob_id'])
    .select(['blob.encoding', 'blob.data']),
)

/** Everything that an edit needs to know about the page, in one query. */
export async function readPageState(
  wiki: { readonly db: Reader; readonly site: Site },
  { ns, title }: PageName,
): Promise<PageState> {
  const rows = await pageWithText(wiki.db, ns, title)
  if (rows.length === 0)
    return { ns, title, page: null, model: defaultContentModel(wiki.site, ns, title), slots: [], text: '' }
  const slots: Slot[] = []
  let text: string | null = null
  for (const { role, origin, size, sha1, model, blob_id: blobId, encoding, data } of rows) {
    if (role === null || model === null) continue
    slots.push({ role, origin: origin!, size: size!, sha1: sha1!, model, blobId })
    if (encoding !== null) text = decodeText({ encoding, data: data! }).toString()
  }
  const { role, origin, size, sha1, model, blob_id, encoding, data, ...page } = rows[0]!
  const main = slots.find(slot => slot.role === 'main')
  return {
    ns,
    title,
    page,
    model: main?.model ?? page.content_model ?? defaultContentModel(wiki.site, ns, title),
    slots,
    text,
  }
}

/** The text of a revision of any page; null when it is missing. */
export const revisionText = async (source: TextSource, revisionId: number): Promise<string | null> =>
  (await mainTexts(source, [revisionId])).get(revisionId) ?? null

/** The current text, required for edits that build on it. */
export const knownText = ({ text, page }: PageState): string =>
  text ?? fail('apierror-missingcontent-revid', [page!.latest_rev])
