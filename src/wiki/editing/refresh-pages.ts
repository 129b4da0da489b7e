import type { Services } from '#core/services.ts'
import { appendChange } from '#events/change-log.ts'
import { seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { collationOf } from '../content/collation.ts'
import { linkTargets, type PageName, pagesById, pagesByName } from '../content/pages.ts'
import { countForSite, isArticle } from '../content/site-counts.ts'
import { TextWork, WorkRefused } from '../content/text-work/text-work.ts'
import { openWiki } from '../open-wiki.ts'
import { NS } from '../site/namespaces.ts'
import type { ChangedPage, Wiki } from '../wiki.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { isUnchanged, readPageState } from './page-state.ts'
import { replaceLinks } from './store-links.ts'

/** The kind of change log entries about categories that templates hide or show. */
export const HIDDEN_CATEGORY = 'hiddencategory'

const JOB = 'wiki-refresh-users'
const PAGE_JOB = 'wiki-refresh-page'
/** Pages refreshed by one job; the next job continues from there. */
const PAGES_PER_JOB = 200

interface Order extends ChangedPage {
  /** ID of the last refreshed page. */
  readonly after: number
}

/** Refreshes the links of pages that include the changed page and, if it is new, touches the pages that link to it. */
export async function refreshUsers(tx: Writer, wiki: Wiki, changed: ChangedPage): Promise<void> {
  if (!(await isUsed(tx, changed))) return
  await plan(tx, wiki.services, { ...changed, after: 0 })
  // Capped, because outside the API nothing empties this list.
  if (wiki.changedPages.length < FEW) wiki.changedPages.push(changed)
}

/** Pages refreshed before the response is sent, and the steps their parsing may take. A job handles the rest. */
const FEW = 10
const STEPS_FOR_FEW = 100_000

/**
 * Refreshes a few including pages immediately, so authors can read their own writes. A
 * job later refreshes all of them, whatever happens here.
 */
export async function refreshFew(wiki: Wiki, now: number): Promise<void> {
  const changed = wiki.changedPages.splice(0)
  if (changed.length === 0) return
  const work = new TextWork(wiki, now, { mostSteps: STEPS_FOR_FEW })
  try {
    for (const name of changed) {
      const target = await targetOf(wiki.db, name)
      const users = target === null ? [] : await usersOf(wiki.db, target, 0, FEW + 1)
      if (users.length <= FEW) for (const id of users) await refreshPage(wiki, id, now, work)
    }
  } catch (error) {
    if (!(error instanceof WorkRefused)) wiki.services.log('wiki.refresh_postponed', { err: error })
  }
}

async function usersOf(db: Reader, target: number, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('template_link')
    .where('target_id', '=', target)
    .where('from_id', '>', after)
    .orderBy('from_id')
    .limit(limit)
    .select('from_id')
    .execute()
  return rows.map(({ from_id }) => from_id)
}

const plan = (tx: Writer, { jobs }: Services, order: Order): Promise<void> =>
  // Both titles of a move have the same revision, so the title is part of the key.
  jobs.enqueue(tx, {
    kind: JOB,
    key: `${order.revisionId}:${order.after}:${order.ns}:${order.title}`,
    payload: { ...order },
  })

async function targetOf(db: Reader, { ns, title }: PageName): Promise<number | null> {
  return (await linkTargets(db, [{ ns, title }])).get(`${ns}:${title}`) ?? null
}

/** Whether pages include this one or, if it is new, link to it. */
async function isUsed(db: Reader, { ns, title, isNew }: ChangedPage): Promise<boolean> {
  const row = await db
    .selectFrom('link_target')
    .where('ns', '=', ns)
    .where('title', '=', title)
    .select('id')
    .where(eb => {
      const from = (table: 'template_link' | 'page_link') =>
        eb.exists(eb.selectFrom(table).whereRef('target_id', '=', 'link_target.id').select('from_id'))
      return isNew ? eb.or([from('template_link'), from('page_link')]) : from('template_link')
    })
    .executeTakeFirst()
  return row !== undefined
}

export function handleRefreshing(services: Services): void {
  services.jobs.handle(JOB, async job => {
    await refresh(await openWiki(services), job.payload as unknown as Order)
  })
  services.jobs.handle(PAGE_JOB, async job => {
    const wiki = await openWiki(services)
    await refreshUnlessTooMuch(wiki, (job.payload as { pageId: number }).pageId, seconds(wiki.clock))
  })
}

async function refresh(wiki: Wiki, order: Order): Promise<void> {
  const target = await targetOf(wiki.db, order)
  const [page] = await pagesByName(wiki.db, [order])
  // A later change of the page has a job of its own.
  if (target === null || (page !== undefined && page.latest_rev > order.revisionId && !order.isNew)) return
  const now = seconds(wiki.clock)
  if (order.isNew && order.after === 0) await wiki.store.transaction(tx => touchLinking(tx, target, now))
  const users = await usersOf(wiki.db, target, order.after, PAGES_PER_JOB)
  for (const id of users) await refreshUnlessTooMuch(wiki, id, now)
  const last = users.at(-1)
  if (last !== undefined && users.length === PAGES_PER_JOB)
    await wiki.store.transaction(tx => plan(tx, wiki.services, { ...order, after: last }))
}

async function touchLinking(tx: Writer, target: number, now: number): Promise<void> {
  await tx
    .updateTable('page')
    .set({ touched: now })
    .where('touched', '<', now)
    .where('id', 'in', eb => eb.selectFrom('page_link').where('target_id', '=', target).select('from_id'))
    .execute()
}

/** Retries after concurrent edits. Each edit updates the links itself, so a few attempts are enough. */
const MAX_TRIES = 3

/** A page that exceeds the parser limits keeps its existing links: a retry would fail again. */
async function refreshUnlessTooMuch(wiki: Wiki, pageId: number, now: number): Promise<void> {
  try {
    await refreshPage(wiki, pageId, now, new TextWork(wiki, now, { canWait: true }))
  } catch (error) {
    if (!(error instanceof WorkRefused && error.reason === 'too much')) throw error
  }
}

/** Queues a refresh for a page that is too expensive to refresh in the request. */
export const refreshLater = (tx: Writer, { services }: Wiki, pageId: number): Promise<void> =>
  services.jobs.enqueue(tx, { kind: PAGE_JOB, key: String(pageId), payload: { pageId } })

/** Updates a page's links after an included page has changed. */
export async function refreshPage(wiki: Wiki, pageId: number, now: number, work: TextWork): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) if (await refreshOnce(wiki, pageId, now, work)) return
}

/** Estimated cost of storing, in addition to parsing: a base cost and a cost per link. */
const STEPS_TO_STORE = 3000
const STEPS_FOR_A_LINK = 20

function stepsToStore(found: Harvest): number {
  const { links, templates, images, externalLinks, interwikiLinks, languageLinks, categories } = found
  const kinds = [links, templates, images, externalLinks, interwikiLinks, languageLinks, categories]
  return STEPS_TO_STORE + STEPS_FOR_A_LINK * kinds.reduce((sum, { length }) => sum + length, 0)
}

async function refreshOnce(wiki: Wiki, pageId: number, now: number, work: TextWork): Promise<boolean> {
  const [page] = await pagesById(wiki.db, [pageId])
  if (page === undefined) return true
  const { ns, title } = page
  const { text, model } = await readPageState(wiki, page)
  if (text === null) return true
  const harvest = await work.run('harvest', { page: { ns, dbkey: title }, text, model })
  work.spend(stepsToStore(harvest))
  return wiki.store.transaction(async tx => {
    if (!(await isUnchanged(tx, page))) return false
    const wasArticle = await isArticle(tx, wiki.site, ns, pageId)
    const wasHidden = ns === NS.category && (await isHiddenCategory(tx, pageId))
    await replaceLinks(tx, { id: pageId, ns, title, timestamp: now }, harvest, collationOf(wiki.site))
    await tx.updateTable('page').set({ touched: now, links_updated: now }).where('id', '=', pageId).execute()
    const articles = Number(await isArticle(tx, wiki.site, ns, pageId)) - Number(wasArticle)
    if (articles !== 0) await countForSite(tx, { edits: 0, pages: 0, articles })
    // Other pages show hidden categories apart. Caches follow the log.
    if (ns === NS.category && wasHidden !== (await isHiddenCategory(tx, pageId)))
      await appendChange(tx, wiki.clock, { area: 'wiki', kind: HIDDEN_CATEGORY, subject: `${ns}:${title}` })
    return true
  })
}

async function isHiddenCategory(db: Reader, pageId: number): Promise<boolean> {
  const rows = db.selectFrom('page_prop').where('page_id', '=', pageId).where('name', '=', 'hiddencat')
  return (await rows.select('page_id').executeTakeFirst()) !== undefined
}
