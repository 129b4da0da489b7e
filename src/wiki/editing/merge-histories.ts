import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import { indexPages } from '#store/full-text/index-pages.ts'
import type { Reader, Writer } from '#store/store.ts'
import { collationOf } from '../content/collation.ts'
import type { PageName, PageRow } from '../content/pages.ts'
import { countForSite, isArticle } from '../content/site-counts.ts'
import { siteWords } from '../content/site-words.ts'
import type { TextWork } from '../content/text-work/text-work.ts'
import { digitTimestamp } from '../site/timestamp.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { deletePage } from './delete-page.ts'
import { storeLogEntry } from './log-entry.ts'
import { isUnchanged } from './page-state.ts'
import { redirectText } from './redirect-text.ts'
import { refreshUsers } from './refresh-pages.ts'
import { storeAuthor } from './store-author.ts'
import { replaceLinks } from './store-links.ts'
import { noteAddress, storeRevision, storeSummary, storeText } from './store-revision.ts'
import { copyWatches } from './watching.ts'

/** Maximum number of revisions per merge. */
export const MOST_REVISIONS = 5000

/** The cut-off time of a merge and how it relates to the destination's history; Unix times in seconds. */
export interface MergePoint {
  /** Time of the last requested revision. */
  readonly limit: number
  /** Revisions up to this time are moved. */
  readonly upTo: number
  /** Time of the destination's first revision. */
  readonly destinationBegan: number
}

export async function findMergePoint(
  db: Reader,
  source: PageRow,
  destination: PageRow,
  requested: number | undefined,
  now: number,
): Promise<MergePoint> {
  const revisions = (page: PageRow) => db.selectFrom('revision').where('page_id', '=', page.id)
  const first = await revisions(destination)
    .select(eb => eb.fn.min('timestamp').as('at'))
    .executeTakeFirst()
  const destinationBegan = first?.at ?? now
  if (requested === undefined) {
    const latest = await revisions(source).where('id', '=', source.latest_rev).select('timestamp').executeTakeFirst()
    return { limit: latest?.timestamp ?? now, upTo: destinationBegan, destinationBegan }
  }
  const last = await revisions(source)
    .where('timestamp', '<=', requested)
    .select(eb => eb.fn.max('timestamp').as('at'))
    .executeTakeFirst()
  // No revision is that old, so all of them come later.
  return { limit: last?.at ?? Number.POSITIVE_INFINITY, upTo: last?.at ?? requested, destinationBegan }
}

/** The number of revisions the merge would move, counting at most one beyond the limit. */
export async function countMerged(db: Reader, source: PageRow, { upTo }: MergePoint): Promise<number> {
  const rows = db.selectFrom('revision').where('page_id', '=', source.id).where('timestamp', '<=', upTo).select('id')
  return (await rows.limit(MOST_REVISIONS + 1).execute()).length
}

interface Order {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly source: PageRow
  readonly sourceModel: string
  readonly destination: PageRow
  readonly point: MergePoint
  readonly reason: string
}

/** A merge with its expensive parts precomputed. */
export interface Merge extends Order {
  /** Content left on a page that lost all its revisions: a redirect, if its content model supports one. */
  readonly rest: { readonly text: string; readonly harvest: Harvest | null }
  /** The reason used when the whole history is merged. */
  readonly fullReason: string
  readonly deletionReason: string
}

const KEYS = ['mergehistory-comment', 'mergehistory-autocomment', 'mergehistory-redirect-text']
const DELETED = 'mergehistory-source-deleted-reason'

export async function prepareMerge(wiki: Wiki, work: TextWork, order: Order): Promise<Merge> {
  const { source, destination, sourceModel, reason } = order
  const words = await siteWords(wiki, [...KEYS, DELETED])
  const message = (key: string, otherwise: string, ...params: string[]) =>
    words.has(key) ? words.text(key, ...params) : otherwise
  const name = ({ ns, title }: PageName) => prefixedText(wiki.site, ns, title)
  const [from, to] = [name(source), name(destination)]
  const defaultSummary = `Merged [[:${from}]] into [[:${to}]]`
  const redirect = redirectText(wiki, destination, sourceModel, message('mergehistory-redirect-text', ''))
  const text = redirect ?? (sourceModel === 'json' ? '{}' : '')
  const about = { page: { ns: source.ns, dbkey: source.title }, text, model: sourceModel }
  return {
    ...order,
    rest: { text, harvest: redirect === null ? null : await work.run('harvest', about) },
    fullReason:
      reason === ''
        ? message('mergehistory-autocomment', defaultSummary, from, to)
        : message('mergehistory-comment', `${defaultSummary}: ${reason}`, from, to, reason),
    deletionReason: message(
      DELETED,
      'All revisions were merged into another page, and this content model does not support redirects',
    ),
  }
}

/**
 * Moves revisions within the given transaction. Null when a page changed
 * concurrently, false when there are none to move.
 */
export async function mergeHistories(tx: Writer, wiki: Wiki, merge: Merge): Promise<number | false | null> {
  const { caller, now, source, destination, point } = merge
  for (const page of [source, destination]) if (!(await isUnchanged(tx, page))) return null
  const moved = await tx
    .updateTable('revision')
    .set({ page_id: destination.id })
    .where('page_id', '=', source.id)
    .where('timestamp', '<=', point.upTo)
    .executeTakeFirst()
  if (Number(moved.numUpdatedRows) === 0) return false
  const left = await tx.selectFrom('revision').where('page_id', '=', source.id).select('id').limit(1).executeTakeFirst()
  const deletion: { tell?: () => Promise<void> } = {}
  const deferPublishing = (tell: () => Promise<void>) => {
    deletion.tell = tell
  }
  const exists = left !== undefined || (await leaveRedirect(tx, wiki, merge, deferPublishing))
  await tx.updateTable('page').set({ touched: now }).where('id', 'in', [source.id, destination.id]).execute()
  await copyWatches(tx, source, destination)
  const logId = await storeLogEntry(tx, {
    type: 'merge',
    action: 'merge',
    caller,
    now,
    target: source,
    pageId: exists ? source.id : 0,
    reason: left === undefined ? merge.fullReason : merge.reason,
    params: {
      '4::dest': prefixedText(wiki.site, destination.ns, destination.title),
      '5::mergepoint': digitTimestamp(point.limit),
    },
  })
  await deletion.tell?.()
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'merge',
    accountId: caller.account?.id ?? null,
    subject: `${source.ns}:${source.title}`,
    data: { page: source.id, into: destination.id, log: logId },
  })
  return Number(moved.numUpdatedRows)
}

/**
 * Turns a page without revisions into a redirect, or deletes it if it cannot
 * be one. Returns whether the page still exists.
 */
async function leaveRedirect(
  tx: Writer,
  wiki: Wiki,
  merge: Merge,
  deferPublishing: (tell: () => Promise<void>) => void,
): Promise<boolean> {
  const { caller, now, source, sourceModel, rest, fullReason } = merge
  const { id, ns, title } = source
  const revision = await storeRevision(tx, {
    pageId: id,
    parentId: source.latest_rev,
    timestamp: now,
    minor: false,
    otherSlots: [],
    actorId: await storeAuthor(tx, caller),
    summaryId: await storeSummary(tx, fullReason),
    main: await storeText(tx, rest.text, sourceModel),
  })
  await noteAddress(tx, caller, revision.id, now)
  const { harvest } = rest
  const wasArticle = await isArticle(tx, wiki.site, ns, id)
  await tx
    .updateTable('page')
    .set({
      latest_rev: revision.id,
      length: revision.length,
      is_redirect: harvest?.redirect ? 1 : 0,
      is_new: 0,
      touched: now,
      links_updated: now,
    })
    .where('id', '=', id)
    .execute()
  if (harvest === null) {
    const page = { ...source, latest_rev: revision.id, length: revision.length }
    await deletePage(tx, wiki, { caller, now, page, reason: merge.deletionReason, tags: [], deferPublishing })
    return false
  }
  await replaceLinks(tx, { id, ns, title, timestamp: now }, harvest, collationOf(wiki.site))
  await indexPages(tx, [{ id, ns, title, text: rest.text }])
  await refreshUsers(tx, wiki, { ns, title, revisionId: revision.id, isNew: false })
  // This revision does not count as an edit.
  const articles = Number(await isArticle(tx, wiki.site, ns, id)) - Number(wasArticle)
  await countForSite(tx, { edits: 0, pages: 0, articles })
  return true
}
