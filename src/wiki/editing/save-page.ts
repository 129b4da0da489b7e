import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import { indexPages } from '#store/full-text/index-pages.ts'
import type { Writer } from '#store/store.ts'
import { collationOf } from '../content/collation.ts'
import type { PageName, PageRow } from '../content/pages.ts'
import { countForAuthor, countForSite, isArticle } from '../content/site-counts.ts'
import { isIpv4, isIpv6 } from '../site/ip.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { isStill, type PageState } from './page-state.ts'
import { refreshUsers } from './refresh-pages.ts'
import { type Activity, logContentModel, logCreation, markReverted, storeChange, storeTags } from './store-activity.ts'
import { storeAuthor } from './store-author.ts'
import { beginCategory, replaceLinks } from './store-links.ts'
import { noteAddress, skipUsedNumbers, storeRevision, storeSummary, storeText } from './store-revision.ts'
import { notifyWatchers, setWatching } from './watching.ts'

/** A new revision, with everything worked out that takes time. */
interface PageSave {
  readonly caller: Caller
  /** Seconds since 1970. */
  readonly now: number
  /** The page as it was when all this was worked out. */
  readonly state: PageState
  readonly text: string
  readonly model: string
  readonly harvest: Harvest
  readonly summary: string
  /** What of it the author wrote. */
  readonly ownSummary: string
  readonly minor: boolean
  readonly bot: boolean
  readonly tags: readonly string[]
  /** Revisions that this one takes back. */
  readonly reverted: readonly number[]
  /** Null leaves the watchlist alone. */
  readonly watched: boolean | null
}

export interface SavedPage {
  readonly pageId: number
  readonly revisionId: number
  /** 0 for a new page. */
  readonly parentId: number
  /** Seconds since 1970; later than now where the clock was set back. */
  readonly timestamp: number
}

/**
 * Saves a revision and everything that follows from it, in the transaction it is given. Null when the page is no longer as
 * it was: then nothing has been written that matters, and the transaction should be given up.
 *
 * Rows that edits of different pages share are touched in one order: titles, categories, tags, author, site, change log.
 */
export async function savePage(tx: Writer, wiki: Wiki, save: PageSave): Promise<SavedPage | null> {
  const { state, caller, harvest } = save
  const { ns, title } = state
  const before = state.page
  if (before !== null && !(await isStill(tx, before))) return null
  const now = await notBefore(tx, before?.latest_rev ?? 0, save.now)
  const pageId = before?.id ?? (await beginPage(tx, save))
  if (pageId === null) return null
  const wasArticle = before !== null && (await isArticle(tx, wiki.site, ns, pageId))
  const parentId = before?.latest_rev ?? 0
  const main = await storeText(tx, save.text, save.model)
  const actorId = await storeAuthor(tx, caller)
  const summaryId = await storeSummary(tx, save.summary)
  const otherSlots = state.slots.filter(slot => slot.role !== 'main')
  const revision = await storeRevision(tx, {
    ...{ pageId, parentId, summaryId, actorId, timestamp: now, minor: save.minor, main, otherSlots },
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
  await replaceLinks(tx, { id: pageId, ns, title, timestamp: now }, harvest, collationOf(wiki.site))
  await indexPages(tx, [{ id: pageId, title, text: save.text }])
  const activity: Activity = {
    ...{ ns, title, caller, timestamp: now, actorId, summaryId, pageId, parentId },
    ...{ revisionId: revision.id, oldLength: before?.length ?? 0, newLength: revision.length },
    ...{ minor: save.minor, bot: save.bot },
  }
  const changeId = await storeChange(tx, activity)
  const logId = before === null ? await logCreation(tx, activity) : null
  if (save.model !== state.model) {
    const models = { old: before === null ? null : state.model, new: save.model }
    await logContentModel(tx, { ...activity, summaryId: await storeSummary(tx, save.ownSummary) }, models)
  }
  await storeTags(tx, save.tags, { revisionId: revision.id, changeId, logId })
  await markReverted(tx, save.reverted, revision.id)
  await tellReaders(tx, save)
  await refreshUsers(tx, wiki, { ns, title, revisionId: revision.id, isNew: before === null })
  if (before === null && ns === NS.mediawiki) await wiki.services.interfaceTexts.pagesChanged?.(tx)
  const articles = Number(await isArticle(tx, wiki.site, ns, pageId)) - Number(wasArticle)
  await countForAuthor(tx, caller)
  await countForSite(tx, { edits: 1, pages: before === null ? 1 : 0, articles })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'edit',
    accountId: caller.account?.id ?? null,
    subject: `${ns}:${title}`,
    data: { page: pageId, revision: revision.id, parent: parentId },
  })
  return { pageId, revisionId: revision.id, parentId, timestamp: now }
}

/** Histories are ordered by time, so that a clock that was set back must not put a revision below the one it follows. */
async function notBefore(tx: Writer, parentId: number, now: number): Promise<number> {
  const parent = await tx.selectFrom('revision').where('id', '=', parentId).select('timestamp').executeTakeFirst()
  return Math.max(now, parent?.timestamp ?? 0)
}

/** Null when somebody else has begun the page meanwhile. */
async function beginPage(tx: Writer, { state: { ns, title }, now, model }: PageSave): Promise<number | null> {
  await skipUsedNumbers(tx, 'page')
  const row = await tx
    .insertInto('page')
    .values({
      ...{ ns, title, random: Math.random(), touched: now, latest_rev: 0, length: 0 },
      ...{ links_updated: null, content_model: model, lang: null },
    })
    .onConflict(conflict => conflict.columns(['ns', 'title']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  await tx.deleteFrom('protected_title').where('ns', '=', ns).where('title', '=', title).execute()
  if (ns === NS.category) await beginCategory(tx, title)
  return row.id
}

async function tellReaders(tx: Writer, { caller, state, minor, now, watched }: PageSave): Promise<void> {
  if (watched !== null) await setWatching(tx, caller, state, watched)
  await notifyWatchers(tx, caller, state, now)
  await noteNewTalk(tx, caller, state, minor, await timeOf(tx, state.page))
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

/**
 * Notes for somebody that their talk page was written on. `seen` is when its revision before was made; null when the page
 * is new.
 */
async function noteNewTalk(
  tx: Writer,
  caller: Caller,
  { ns, title }: PageName,
  minor: boolean,
  seen: number | null,
): Promise<void> {
  const name = title.replaceAll('_', ' ')
  if (ns !== NS.userTalk || title.includes('/') || name === caller.name) return
  if (minor && caller.can('nominornewtalk')) return
  const owner = await tx.selectFrom('account').where('name', '=', name).select('id').executeTakeFirst()
  if (!owner && !isIpv4(name) && !isIpv6(name)) return
  const person = owner ? { account_id: owner.id, ip: '' } : { account_id: 0, ip: name }
  const noted = tx.selectFrom('new_talk').where('account_id', '=', person.account_id).where('ip', '=', person.ip)
  if (await noted.select('ip').limit(1).executeTakeFirst()) return
  await tx
    .insertInto('new_talk')
    .values({ ...person, last_at: seen })
    .execute()
}
