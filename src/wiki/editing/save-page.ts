import type { Caller } from '#accounts/caller.ts'
import { indexPages } from '#store/full-text/index-pages.ts'
import type { Writer } from '#store/store.ts'
import { collationOf } from '../content/collation.ts'
import type { PageRow } from '../content/pages.ts'
import { countForAuthor, countForSite, isArticle } from '../content/site-counts.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { beginPage } from './begin-page.ts'
import { planCategoryChanges } from './category-changes.ts'
import { noteNewTalk } from './new-talk.ts'
import { noteChange } from './note-change.ts'
import { isUnchanged, type PageState } from './page-state.ts'
import { refreshUsers } from './refresh-pages.ts'
import { type Activity, logContentModel, logCreation, markReverted, storeChange, storeTags } from './store-activity.ts'
import { storeAuthor } from './store-author.ts'
import { replaceLinks } from './store-links.ts'
import { noteAddress, storeRevision, storeSummary, storeText } from './store-revision.ts'
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
 * Rows shared between pages are always locked in this order to avoid deadlocks:
 * titles, categories, tags, author, site, change log.
 */
export async function savePage(tx: Writer, wiki: Wiki, save: PageSave): Promise<SavedPage | null> {
  const { state, caller, harvest } = save
  const { ns, title } = state
  const before = state.page
  if (before !== null && !(await isUnchanged(tx, before))) return null
  const now = await notBefore(tx, before?.latest_rev ?? 0, save.now)
  const pageId = before?.id ?? (await beginPage(tx, state, save))
  if (pageId === null) return null
  const wasArticle = before !== null && (await isArticle(tx, wiki.site, ns, pageId))
  const parentId = before?.latest_rev ?? 0
  const main = await storeText(tx, save.text, save.model)
  const actorId = await storeAuthor(tx, caller)
  const summaryId = await storeSummary(tx, save.summary)
  const otherSlots = state.slots.filter(slot => slot.role !== 'main')
  const revision = await storeRevision(tx, {
    pageId,
    parentId,
    summaryId,
    actorId,
    timestamp: now,
    minor: save.minor,
    main,
    otherSlots,
  })
  await noteAddress(tx, caller, revision.id, now)
  await tx
    .updateTable('page')
    .set({
      latest_rev: revision.id,
      length: revision.length,
      is_redirect: harvest.redirect === null ? 0 : 1,
      is_new: before === null ? 1 : 0,
      touched: now,
      links_updated: now,
      content_model: save.model,
    })
    .where('id', '=', pageId)
    .execute()
  const linking = { id: pageId, ns, title, timestamp: now }
  const categories = await replaceLinks(tx, linking, harvest, collationOf(wiki.site))
  await indexPages(tx, [{ id: pageId, title, text: save.text }])
  const activity: Activity = {
    ns,
    title,
    caller,
    timestamp: now,
    actorId,
    summaryId,
    pageId,
    parentId,
    revisionId: revision.id,
    oldLength: before?.length ?? 0,
    newLength: revision.length,
    minor: save.minor,
    bot: save.bot,
  }
  const changeId = save.amongChanges === false ? null : await storeChange(tx, activity)
  await planCategoryChanges(tx, wiki, activity, categories)
  const logId = before === null ? await logCreation(tx, activity) : null
  const modelLogId = save.model === state.model ? null : await logModel(tx, save, activity)
  await storeTags(tx, save.tags, { revisionId: revision.id, changeId, logId })
  await markReverted(tx, save.reverted, revision.id)
  await notifyReaders(tx, wiki, { ...save, now })
  await refreshUsers(tx, wiki, { ns, title, revisionId: revision.id, isNew: before === null })
  if (before === null && ns === NS.mediawiki) await wiki.services.interfaceTexts.pagesChanged?.(tx)
  const articles = Number(await isArticle(tx, wiki.site, ns, pageId)) - Number(wasArticle)
  await countForAuthor(tx, caller)
  await countForSite(tx, { edits: 1, pages: before === null ? 1 : 0, articles })
  await noteChange(tx, wiki, {
    area: 'wiki',
    kind: 'edit',
    accountId: caller.account?.id ?? null,
    subject: `${ns}:${title}`,
    data: { page: pageId, revision: revision.id, parent: parentId },
  })
  return { pageId, revisionId: revision.id, parentId, timestamp: now, modelLogId }
}

async function logModel(tx: Writer, { state, model, modelChange }: PageSave, activity: Activity): Promise<number> {
  const models = { old: state.page === null ? null : state.model, new: model }
  const summaryId = await storeSummary(tx, modelChange.comment)
  const { logId, changeId } = await logContentModel(tx, { ...activity, summaryId }, models)
  await storeTags(tx, modelChange.tags, { revisionId: null, changeId, logId })
  return logId
}

/** History is ordered by time, so a revision must not predate its parent when the clock is set back. */
async function notBefore(tx: Writer, parentId: number, now: number): Promise<number> {
  const parent = await tx.selectFrom('revision').where('id', '=', parentId).select('timestamp').executeTakeFirst()
  return Math.max(now, parent?.timestamp ?? 0)
}

async function notifyReaders(
  tx: Writer,
  wiki: Wiki,
  { caller, state, minor, now, watched, watchedUntil }: PageSave,
): Promise<void> {
  if (watched !== null) await setWatching(tx, wiki, caller, state, watched, watchedUntil)
  await notifyWatchers(tx, caller, state, now)
  if (!(minor && caller.can('nominornewtalk'))) await noteNewTalk(tx, caller.name, state, await timeOf(tx, state.page))
}

async function timeOf(tx: Writer, page: PageRow | null): Promise<number | null> {
  if (page === null) return null
  const revision = await tx
    .selectFrom('revision')
    .where('id', '=', page.latest_rev)
    .select('timestamp')
    .executeTakeFirst()
  return revision?.timestamp ?? null
}
