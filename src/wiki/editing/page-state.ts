import { lockRows } from '#store/lock-rows.ts'
import { prepared } from '#store/prepared.ts'
import type { Reader, Writer } from '#store/store.ts'
import { defaultContentModel } from '../content/content-model.ts'
import { mainTexts } from '../content/main-texts.ts'
import { type PageName, type PageRow, pagesByName } from '../content/pages.ts'
import { type Slot, slotsOf } from '../content/slots.ts'
import { readTexts, type TextSource } from '../content/text-blobs.ts'
import { fail } from '../messages/message.ts'
import type { Site } from '../site/site.ts'

interface LockedPage {
  /** Of the current revision; 0 when that is missing. */
  readonly timestamp: number
  /** The highest ID of a deleted revision of any page; 0 if there is none. */
  readonly lastDeleted: number
  /** Whether another page includes it. */
  readonly isIncluded: boolean
  /** The actor of the account; null if it has none yet. */
  readonly actorId: number | null
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
      ]),
  ),
)

/**
 * Locks a page against concurrent writers, and reads in the same statement what its edit needs. Null when the page is
 * no longer as it was read.
 */
export async function lockUnchanged(
  tx: Writer,
  { id, latest_rev, ns, title }: PageRow,
  accountId: number | null = null,
): Promise<LockedPage | null> {
  const [now] = await lockPage(tx, id, ns, title, accountId ?? 0)
  if (now === undefined || now.latest_rev !== latest_rev || now.ns !== ns || now.title !== title) return null
  return {
    timestamp: now.timestamp ?? 0,
    lastDeleted: now.lastDeleted ?? 0,
    isIncluded: now.includedAs !== null,
    actorId: now.actorId,
  }
}

/** Locks a page against concurrent writers and returns whether it is still as it was read. */
export const isUnchanged = async (tx: Writer, page: PageRow): Promise<boolean> =>
  (await lockUnchanged(tx, page)) !== null

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
