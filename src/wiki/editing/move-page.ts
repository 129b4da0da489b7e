import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import { indexPages } from '#store/full-text/index-pages.ts'
import type { Writer } from '#store/store.ts'
import { collationOf } from '../content/collation.ts'
import type { PageName, PageRow } from '../content/pages.ts'
import { countForAuthor, countForSite, isArticle } from '../content/site-counts.ts'
import { siteWords } from '../content/site-words.ts'
import type { TextWork } from '../content/text-work/text-work.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { beginCategory, dropCategory } from './category-counts.ts'
import { deletePage } from './delete-page.ts'
import { currentFile, renameFile, touchFileUsers } from './file-versions.ts'
import { storeLogEntry } from './log-entry.ts'
import { nullRevision } from './null-revision.ts'
import { isUnchanged, type PageState } from './page-state.ts'
import { redirectText } from './redirect-text.ts'
import { refreshUsers } from './refresh-pages.ts'
import { storeAuthor } from './store-author.ts'
import { replaceLinks } from './store-links.ts'
import { noteAddress, shortened, skipUsedNumbers, storeRevision, storeSummary, storeText } from './store-revision.ts'
import { storeTags, tagUses } from './store-tags.ts'
import { copyWatches } from './watching.ts'

interface MoveOrder {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly from: PageState & { readonly page: PageRow }
  readonly to: PageName
  /** A redirect with a single revision at the destination, which is deleted to make room. */
  readonly inTheWay: PageRow | null
  readonly reason: string
  readonly tags: readonly string[]
  readonly leavesRedirect: boolean
}

/** A move with its expensive parts precomputed. */
export interface PageMove extends MoveOrder {
  readonly harvest: Harvest
  readonly redirect: { readonly text: string; readonly harvest: Harvest } | null
  /** Summary of the null revision and of the redirect. */
  readonly summary: string
  readonly inTheWayReason: string
  /** The log reason for protection that moves with the page. */
  readonly carriedReason: string
}

const CARRIED = 'prot_1movedto2'

export async function prepareMove(wiki: Wiki, work: TextWork, order: MoveOrder): Promise<PageMove> {
  const { from, to } = order
  const name = (page: PageName): string => prefixedText(wiki.site, page.ns, page.title)
  const key = `logentry-move-move${order.inTheWay ? '_redir' : ''}${order.leavesRedirect ? '' : '-noredirect'}`
  const words = await siteWords(wiki, [key, 'colon-separator', 'delete_and_move_reason', 'move-redirect-text', CARRIED])
  const { name: mover } = order.caller
  const told = words.has(key)
    ? words.text(key, mover, mover, `[[${name(from)}]]`, `[[${name(to)}]]`)
    : `${mover} moved page [[${name(from)}]] to [[${name(to)}]]`
  const colon = words.has('colon-separator') ? words.text('colon-separator') : ': '
  const more = words.has('move-redirect-text') ? words.text('move-redirect-text') : ''
  const text = order.leavesRedirect ? redirectText(wiki, to, from.model, more) : null
  const [source, destination] = [name(from), name(to)]
  const carried = words.has(CARRIED)
    ? words.text(CARRIED, source, destination)
    : `[[${source}]] moved to [[${destination}]]`
  return {
    ...order,
    summary: shortened(order.reason === '' ? told : `${told}${colon}${order.reason}`),
    carriedReason: carried + (order.reason === '' ? '' : colon + order.reason),
    inTheWayReason: words.has('delete_and_move_reason') ? words.text('delete_and_move_reason', name(from)) : told,
    harvest: await work.run('harvest', {
      page: { ns: to.ns, dbkey: to.title },
      text: from.text ?? '',
      model: from.model,
    }),
    redirect:
      text !== null
        ? {
            text,
            harvest: await work.run('harvest', { page: { ns: from.ns, dbkey: from.title }, text, model: from.model }),
          }
        : null,
  }
}

export interface Moved {
  readonly redirectRevision: number | null
  readonly logId: number
}

/** Moves a page within the given transaction. Null when one of the pages changed concurrently. */
export async function movePage(tx: Writer, wiki: Wiki, move: PageMove): Promise<Moved | null> {
  const { caller, now, from, to, inTheWay } = move
  const { page } = from
  const { id } = page
  if (!(await isUnchanged(tx, page))) return null
  if (inTheWay) {
    const reason = move.inTheWayReason
    if (
      (await deletePage(tx, wiki, { caller, now, page: inTheWay, reason, tags: [], action: 'delete_redir' })) === null
    )
      return null
  } else if ((await pageAt(tx, to)) !== null) return null
  const wasArticle = await isArticle(tx, wiki.site, from.ns, id)
  const actorId = await storeAuthor(tx, caller)
  const summaryId = await storeSummary(tx, move.summary)
  const revisionId = await nullRevision(tx, page, { now, actorId, summaryId })
  await noteAddress(tx, caller, revisionId, now)
  await tx
    .updateTable('page')
    .set({ ns: to.ns, title: to.title, latest_rev: revisionId, is_new: 0, touched: now, links_updated: now })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('protected_title').where('ns', '=', to.ns).where('title', '=', to.title).execute()
  for (const table of ['page_link', 'template_link', 'image_link'] as const)
    await tx.updateTable(table).set({ from_ns: to.ns }).where('from_id', '=', id).execute()
  await replaceLinks(tx, { id, ns: to.ns, title: to.title, timestamp: now }, move.harvest, collationOf(wiki.site))
  await indexPages(tx, [{ id, ns: to.ns, title: to.title, text: from.text ?? '' }])
  if (to.ns === NS.category) await beginCategory(tx, to.title)
  // Copy watches before the log entry notifies watchers of the old title, so the new title starts as seen.
  await copyWatches(tx, from, to)
  const logId = await storeLogEntry(tx, {
    type: 'move',
    action: inTheWay ? 'move_redir' : 'move',
    caller,
    now,
    target: from,
    pageId: id,
    reason: move.reason,
    revisionId,
    tags: move.tags,
    params: { '4::target': prefixedText(wiki.site, to.ns, to.title), '5::noredir': move.redirect ? '0' : '1' },
  })
  const left = move.redirect && (await leaveRedirect(tx, wiki, move, actorId, summaryId))
  const redirectRevision = left?.revisionId ?? null
  await carryProtection(tx, wiki, move, left?.pageId ?? null)
  if (from.ns === NS.file) await moveFile(tx, from, to, now)
  if (from.ns === NS.category && !redirectRevision) await dropCategory(tx, from.title)
  for (const place of [from, to])
    await refreshUsers(tx, wiki, { ns: place.ns, title: place.title, revisionId, isNew: true })
  if ([from.ns, to.ns].includes(NS.mediawiki)) await wiki.services.interfaceTexts.pagesChanged?.(tx)
  const articles = Number(await isArticle(tx, wiki.site, to.ns, id)) - Number(wasArticle)
  const made = redirectRevision ? 1 : 0
  for (let count = 0; count <= made; count++) await countForAuthor(tx, caller)
  await countForSite(tx, { edits: 1 + made, pages: made, articles })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'move',
    accountId: caller.account?.id ?? null,
    subject: `${from.ns}:${from.title}`,
    data: { page: id, log: logId, to: `${to.ns}:${to.title}`, redirect: redirectRevision },
  })
  return { redirectRevision, logId }
}

/** Moves the file along with its page and touches the pages that use either name. */
async function moveFile(tx: Writer, from: PageName, to: PageName, now: number): Promise<void> {
  if ((await currentFile(tx, from.title)) === undefined) return
  await renameFile(tx, from.title, to.title)
  for (const { title } of [from, to]) await touchFileUsers(tx, title, now)
}

/** Protects the page under its new title, and the redirect under the old one. */
async function carryProtection(tx: Writer, wiki: Wiki, move: PageMove, redirectId: number | null): Promise<void> {
  const { caller, now, from, to, tags } = move
  const rows = await tx.selectFrom('page_restriction').where('page_id', '=', from.page.id).selectAll().execute()
  if (!rows.some(row => row.expires_at === null || row.expires_at > now)) return
  const copies = redirectId === null ? [] : rows.map(({ id: _, ...row }) => ({ ...row, page_id: redirectId }))
  if (copies.length > 0) await tx.insertInto('page_restriction').values(copies).execute()
  await storeLogEntry(tx, {
    type: 'protect',
    action: 'move_prot',
    caller,
    now,
    target: to,
    pageId: from.page.id,
    reason: move.carriedReason,
    tags,
    params: { '4::oldtitle': prefixedText(wiki.site, from.ns, from.title) },
  })
}

const pageAt = async (tx: Writer, { ns, title }: PageName): Promise<number | null> =>
  (await tx.selectFrom('page').where('ns', '=', ns).where('title', '=', title).select('id').executeTakeFirst())?.id ??
  null

async function leaveRedirect(
  tx: Writer,
  wiki: Wiki,
  { caller, now, from, redirect, tags }: PageMove,
  actorId: number,
  summaryId: number,
): Promise<{ readonly pageId: number; readonly revisionId: number }> {
  const { ns, title, model } = from
  const { text, harvest } = redirect!
  await skipUsedNumbers(tx, 'page')
  const { id } = await tx
    .insertInto('page')
    .values({
      ns,
      title,
      random: Math.random(),
      touched: now,
      latest_rev: 0,
      length: 0,
      is_redirect: harvest.redirect ? 1 : 0,
      is_new: 1,
      links_updated: now,
      content_model: model,
      lang: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const main = await storeText(tx, text, model)
  const revision = await storeRevision(tx, {
    pageId: id,
    parentId: 0,
    summaryId,
    actorId,
    timestamp: now,
    minor: false,
    main,
    otherSlots: [],
  })
  await noteAddress(tx, caller, revision.id, now)
  await tx.updateTable('page').set({ latest_rev: revision.id, length: revision.length }).where('id', '=', id).execute()
  await replaceLinks(tx, { id, ns, title, timestamp: now }, harvest, collationOf(wiki.site))
  await indexPages(tx, [{ id, ns, title, text }])
  const tagged = { revisionId: revision.id, changeId: null, logId: null }
  await storeTags(tx, tagUses(['mw-new-redirect', ...tags], tagged))
  return { pageId: id, revisionId: revision.id }
}
