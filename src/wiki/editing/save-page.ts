import type { Caller } from '#accounts/caller.ts'
import { changeStep } from '#events/change-log.ts'
import { indexPages } from '#store/full-text/index-pages.ts'
import { skipNumbers } from '#store/row-numbers.ts'
import { StatementChain } from '#store/statement-chain.ts'
import type { Writer } from '#store/store.ts'
import { collationOf } from '../content/collation.ts'
import { countEdit, countsAsArticle } from '../content/site-counts.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { beginPage } from './begin-page.ts'
import { planCategoryChanges } from './category-changes.ts'
import { countMembers } from './category-counts.ts'
import { noteNewTalk } from './new-talk.ts'
import { lockLater, type PageState } from './page-state.ts'
import { refreshUsers } from './refresh-pages.ts'
import { type Activity, addChange, logContentModel, logCreation } from './store-activity.ts'
import { storeAuthor } from './store-author.ts'
import { replaceLinkRows } from './store-links.ts'
import { addRevision, addText, copySlots, noteAddress, skipUsedNumbers, storeSummary } from './store-revision.ts'
import { revertedTags, storeTags, tagUses } from './store-tags.ts'
import { noLinks, storedLinks } from './stored-links.ts'
import { notifyWatchers, setWatching } from './watching.ts'

export interface ModelChange {
  /** The author's summary. */
  readonly comment: string
  readonly tags: readonly string[]
}

/** A new revision with its expensive parts precomputed. */
export interface PageSave {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  /** The page as it was when the revision was prepared. */
  readonly state: PageState
  readonly text: string
  readonly model: string
  readonly harvest: Harvest
  readonly summary: string
  /** Log data for a content model change. */
  readonly modelChange: ModelChange
  readonly minor: boolean
  readonly bot: boolean
  readonly tags: readonly string[]
  /** Revisions reverted by this one. */
  readonly reverted: readonly number[]
  /** False when a log entry already represents the edit in recent changes. */
  readonly amongChanges?: boolean
  /** Null leaves the watchlist unchanged. */
  readonly watched: boolean | null
  /** Watchlist expiry: null never expires, undefined keeps the current one. */
  readonly watchedUntil?: number | null | undefined
}

export interface SavedPage {
  readonly pageId: number
  readonly revisionId: number
  /** 0 for a new page. */
  readonly parentId: number
  /** Unix time in seconds; later than now if the clock was set back. */
  readonly timestamp: number
  /** The log entry for a content model change. */
  readonly modelLogId: number | null
}

/**
 * Saves a revision and everything derived from it, within the given transaction. Null when the page changed
 * concurrently; the caller must then roll back.
 *
 * Rows shared between pages are locked last, and always in this order to avoid deadlocks: titles, categories, tags,
 * author, site.
 */
export async function savePage(tx: Writer, wiki: Wiki, save: PageSave): Promise<SavedPage | null> {
  const { state, caller, harvest } = save
  const { ns, title } = state
  const before = state.page
  const lock = before && (await lockLater(tx, before, caller.account?.id ?? null))
  const stored = before === null ? noLinks : await storedLinks(tx, before.id)
  const locked = lock === null ? null : lock()
  if (before !== null && locked === null) return null
  const parentTime = locked?.timestamp ?? null
  // History is ordered by time, so a revision must not predate its parent when the clock is set back.
  const now = Math.max(save.now, parentTime ?? 0)
  const pageId = before?.id ?? (await beginPage(tx, state, save))
  if (pageId === null) return null
  if (locked === null) await skipUsedNumbers(tx, 'revision')
  else if (locked.lastDeleted > 0) await skipNumbers(tx, 'revision', locked.lastDeleted)
  const actorId = locked?.actorId ?? (await storeAuthor(tx, caller))
  const { activity, changeId } = await storeEdit(tx, save, { pageId, now, actorId })
  const { revisionId, parentId } = activity
  const linking = { id: pageId, ns, title, timestamp: now }
  const links = await replaceLinkRows(tx, linking, harvest, collationOf(wiki.site), stored)
  await indexPages(tx, [{ id: pageId, ns, title, text: save.text }], locked?.isTitleIndexed ? 'titled' : 'changed')
  await planCategoryChanges(tx, wiki, activity, links)
  const logId = before === null ? await logCreation(tx, activity) : null
  const modelLogId = save.model === state.model ? null : await logModel(tx, save, activity)
  // Only trusted users mark edits; the authors are notified in any case.
  const marks = caller.can('autopatrol') ? await revertedTags(tx, save.reverted, revisionId) : []
  await notifyReaders(tx, wiki, { ...save, now }, parentTime)
  if (locked === null || locked.isIncluded || includesItself(save))
    await refreshUsers(tx, wiki, { ns, title, revisionId, isNew: before === null })
  if (before === null && ns === NS.mediawiki) await wiki.services.interfaceTexts.pagesChanged?.(tx)
  const wasArticle = before !== null && countsAsArticle(wiki.site, ns, before.is_redirect === 1, links.hadLinks)
  const isArticle = countsAsArticle(wiki.site, ns, harvest.redirect !== null, harvest.links.length > 0)
  const articles = Number(isArticle) - Number(wasArticle)
  const change = changeStep(tx, wiki.clock, {
    area: 'wiki',
    kind: 'edit',
    accountId: caller.account?.id ?? null,
    subject: `${ns}:${title}`,
    data: {
      page: pageId,
      revision: revisionId,
      parent: parentId,
      ...(save.reverted.length > 0 && { reverted: save.reverted }),
    },
  })
  await countMembers(tx, ns, links, now)
  await storeTags(tx, [...tagUses(save.tags, { revisionId, changeId, logId }), ...marks])
  await countEdit(tx, caller, change, { edits: 1, pages: before === null ? 1 : 0, articles })
  return { pageId, revisionId, parentId, timestamp: now, modelLogId }
}

const includesItself = ({ harvest, state }: PageSave): boolean =>
  harvest.templates.some(({ ns, dbkey }) => ns === state.ns && dbkey === state.title)

interface Place {
  readonly pageId: number
  readonly actorId: number
  /** Unix time in seconds. */
  readonly now: number
}

/** Stores the revision with its text and summary, makes it current, and adds it to recent changes. */
async function storeEdit(
  tx: Writer,
  save: PageSave,
  { pageId, actorId, now }: Place,
): Promise<{ activity: Activity; changeId: number | null }> {
  const { caller, minor, model, harvest, state } = save
  const before = state.page
  const chain = new StatementChain()
  const { blobId, size, sha1 } = addText(chain, save.text)
  const contentId = chain.insert('content', { size, sha1, model, blob_id: blobId })
  const summaryId = chain.insert('summary', { text: save.summary, data: null })
  const revision = {
    pageId,
    parentId: before?.latest_rev ?? 0,
    summaryId,
    actorId,
    timestamp: now,
    minor,
    main: { contentId, size, sha1 },
    otherSlots: state.slots.filter(slot => slot.role !== 'main'),
  }
  const { id: newId, length } = addRevision(chain, revision)
  chain.update('page', pageId, {
    latest_rev: newId,
    length,
    is_redirect: harvest.redirect === null ? 0 : 1,
    is_new: before === null ? 1 : 0,
    touched: now,
    links_updated: now,
    content_model: model,
  })
  const about = {
    ns: state.ns,
    title: state.title,
    caller,
    timestamp: now,
    actorId,
    pageId,
    parentId: revision.parentId,
    oldLength: before?.length ?? 0,
    newLength: length,
    minor,
    bot: save.bot,
  }
  const change = save.amongChanges === false ? null : addChange(chain, { ...about, summaryId, revisionId: newId })
  const idOf = await chain.run(tx)
  const revisionId = idOf(newId)!
  await copySlots(tx, revision, revisionId)
  await noteAddress(tx, caller, revisionId, now)
  const activity = { ...about, revisionId, summaryId: idOf(summaryId)! }
  return { activity, changeId: change === null ? null : idOf(change)! }
}

async function logModel(tx: Writer, { state, model, modelChange }: PageSave, activity: Activity): Promise<number> {
  const models = { old: state.page === null ? null : state.model, new: model }
  const summaryId = await storeSummary(tx, modelChange.comment)
  const { logId, changeId } = await logContentModel(tx, { ...activity, summaryId }, models)
  await storeTags(tx, tagUses(modelChange.tags, { revisionId: null, changeId, logId }))
  return logId
}

async function notifyReaders(
  tx: Writer,
  wiki: Wiki,
  { caller, state, minor, now, watched, watchedUntil }: PageSave,
  parentTime: number | null,
): Promise<void> {
  if (watched !== null) await setWatching(tx, wiki, caller, state, watched, watchedUntil)
  await notifyWatchers(tx, caller, state, now)
  if (!(minor && caller.can('nominornewtalk'))) await noteNewTalk(tx, caller.name, state, parentTime)
}
