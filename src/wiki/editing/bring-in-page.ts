import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import { indexPages } from '#store/full-text/index-pages.ts'
import type { Reader, Writer } from '#store/store.ts'
import { collationOf } from '../content/collation.ts'
import type { PageName, PageRow } from '../content/pages.ts'
import { countForSite, isArticle } from '../content/site-counts.ts'
import { siteWords } from '../content/site-words.ts'
import type { TextWork } from '../content/text-work/text-work.ts'
import { ipHex } from '../site/ip.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { beginPage } from './begin-page.ts'
import { storeLogEntry } from './log-entry.ts'
import { noteNewTalk } from './new-talk.ts'
import { nullRevision } from './null-revision.ts'
import { isUnchanged, type PageState } from './page-state.ts'
import { refreshUsers } from './refresh-pages.ts'
import { type Author, storeAuthor } from './store-author.ts'
import { replaceLinks } from './store-links.ts'
import { noteAddress, shortened, storeRevision, storeSummary, storeText } from './store-revision.ts'

/** A revision exported from another wiki. */
export interface ForeignRevision {
  /** Unix time in seconds. */
  readonly timestamp: number
  readonly author: Author
  readonly comment: string
  readonly minor: boolean
  readonly text: string
  readonly model: string
  /** SHA-1 given by the other wiki, in base 36. A revision with the same time and hash is imported only once. */
  readonly sha1: string | undefined
}

interface Order {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly state: PageState
  readonly revisions: readonly ForeignRevision[]
  readonly reason: string
  readonly tags: readonly string[]
}

/** An import with its expensive parts precomputed. */
export interface Arrival extends Order {
  /** Revisions this wiki does not have yet, in import order. */
  readonly fresh: readonly ForeignRevision[]
  /** How many times the latest revision changes during the import. */
  readonly turns: number
  /** The page's new current revision; null when it stays the same. */
  readonly latest: { readonly revision: ForeignRevision; readonly harvest: Harvest } | null
  readonly summary: string
}

const DETAIL = 'import-logentry-upload-detail'

export async function prepareArrival(wiki: Wiki, work: TextWork, order: Order): Promise<Arrival> {
  const { state, revisions, reason } = order
  const fresh: ForeignRevision[] = []
  for (const revision of revisions) if (!(await isHere(wiki.db, state.page, revision))) fresh.push(revision)
  let time = state.page ? await timeOf(wiki.db, state.page.latest_rev) : 0
  let latest: ForeignRevision | null = null
  let turns = 0
  for (const revision of fresh) {
    if (revision.timestamp < time) continue
    latest = revision
    time = revision.timestamp
    turns++
  }
  const words = await siteWords(wiki, [DETAIL, 'colon-separator'])
  const count = fresh.length
  const detail = words.has(DETAIL) ? words.text(DETAIL, count) : `${count} revision${count === 1 ? '' : 's'} imported`
  const colon = words.has('colon-separator') ? words.text('colon-separator') : ': '
  const page = { ns: state.ns, dbkey: state.title }
  return {
    ...order,
    fresh,
    turns,
    summary: shortened(reason === '' ? detail : detail + colon + reason),
    latest: latest && {
      revision: latest,
      harvest: await work.run('harvest', { page, text: latest.text, model: latest.model }),
    },
  }
}

async function isHere(db: Reader, page: PageRow | null, { sha1, timestamp }: ForeignRevision): Promise<boolean> {
  if (page === null || sha1 === undefined) return false
  const same = db.selectFrom('revision').where('page_id', '=', page.id).where('timestamp', '=', timestamp)
  return (await same.where('sha1', '=', sha1).select('id').limit(1).executeTakeFirst()) !== undefined
}

const timeOf = async (db: Reader, revisionId: number): Promise<number> =>
  (await db.selectFrom('revision').where('id', '=', revisionId).select('timestamp').executeTakeFirst())?.timestamp ?? 0

/** Stores the revisions and a null revision that records the import. Null when the page changed concurrently. */
export async function bringInPage(tx: Writer, wiki: Wiki, arrival: Arrival): Promise<number | null> {
  const { caller, now, state, fresh, latest, tags } = arrival
  const { ns, title, page } = state
  if (fresh.length === 0) return 0
  if (page !== null && !(await isUnchanged(tx, page))) return null
  const id = page?.id ?? (await beginPage(tx, state, { now, model: arrival.latest?.revision.model ?? null }))
  if (id === null) return null
  const wasArticle = page !== null && (await isArticle(tx, wiki.site, ns, id))
  const stored = new Map<ForeignRevision, number>()
  for (const revision of fresh) stored.set(revision, await storeForeign(tx, id, revision))
  const actorId = await storeAuthor(tx, caller)
  const current = latest ? stored.get(latest.revision)! : page!.latest_rev
  const before = { ...(page ?? { ns, title }), id, latest_rev: current } as PageRow
  const summaryId = await storeSummary(tx, arrival.summary)
  const nullId = await nullRevision(tx, before, { now, actorId, summaryId })
  await noteAddress(tx, caller, nullId, now)
  await tx.updateTable('page').set({ latest_rev: nullId, is_new: 0, touched: now }).where('id', '=', id).execute()
  if (latest) await showLatest(tx, wiki, id, arrival)
  const articles = Number(await isArticle(tx, wiki.site, ns, id)) - Number(wasArticle)
  await countForSite(tx, { edits: arrival.turns, pages: page === null ? 1 : 0, articles })
  const logId = await storeLogEntry(tx, {
    type: 'import',
    action: 'upload',
    caller,
    now,
    target: state,
    pageId: id,
    reason: arrival.reason,
    revisionId: nullId,
    tags,
    params: { '4:number:count': fresh.length },
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'import',
    accountId: caller.account?.id ?? null,
    subject: `${ns}:${title}`,
    data: { page: id, log: logId, revisions: fresh.length },
  })
  return fresh.length
}

/** Stores a revision after whichever one the page had at that time. */
async function storeForeign(tx: Writer, pageId: number, revision: ForeignRevision): Promise<number> {
  const { timestamp, author, minor, text, model } = revision
  const parent = await tx
    .selectFrom('revision')
    .where('page_id', '=', pageId)
    .where('timestamp', '<=', timestamp)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  const stored = await storeRevision(tx, {
    pageId,
    parentId: parent?.id ?? 0,
    timestamp,
    minor,
    main: await storeText(tx, text, model),
    otherSlots: [],
    summaryId: await storeSummary(tx, shortened(revision.comment)),
    actorId: await storeAuthor(tx, author),
  })
  const hex = author.account ? undefined : ipHex(author.name)
  if (hex !== undefined) await tx.insertInto('ip_change').values({ rev_id: stored.id, timestamp, hex }).execute()
  return stored.id
}

/** Makes the newest imported revision the current one. */
async function showLatest(tx: Writer, wiki: Wiki, id: number, { now, state, latest }: Arrival): Promise<void> {
  const { ns, title }: PageName = state
  const { revision, harvest } = latest!
  await tx
    .updateTable('page')
    .set({
      length: Buffer.byteLength(revision.text),
      content_model: revision.model,
      links_updated: now,
      is_redirect: harvest.redirect === null ? 0 : 1,
    })
    .where('id', '=', id)
    .execute()
  await replaceLinks(tx, { id, ns, title, timestamp: now }, harvest, collationOf(wiki.site))
  await indexPages(tx, [{ id, ns, title, text: revision.text }])
  await noteNewTalk(tx, revision.author.name, state, null)
  const { latest_rev } = await tx.selectFrom('page').where('id', '=', id).select('latest_rev').executeTakeFirstOrThrow()
  await refreshUsers(tx, wiki, { ns, title, revisionId: latest_rev, isNew: state.page === null })
  if (ns === NS.mediawiki) await wiki.services.interfaceTexts.pagesChanged?.(tx)
}

/** An entry from another wiki's log. */
export interface ForeignLogEntry {
  readonly timestamp: number
  readonly author: Author
  readonly comment: string
  readonly type: string
  readonly action: string
  readonly target: PageName
  readonly params: string
}

/** Stores an entry from another wiki's log unless it already exists. It does not appear in recent changes. */
export async function bringInLogEntry(tx: Writer, entry: ForeignLogEntry): Promise<void> {
  const { timestamp, type, action, target, params } = entry
  const about = { timestamp, type, action, ns: target.ns, title: target.title, params }
  const same = tx.selectFrom('log').where('type', '=', type).where('action', '=', action)
  const there = await same
    .where('timestamp', '=', timestamp)
    .where('ns', '=', target.ns)
    .where('title', '=', target.title)
    .where('params', '=', params)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (there) return
  const actor_id = await storeAuthor(tx, entry.author)
  const summary_id = await storeSummary(tx, shortened(entry.comment))
  await tx
    .insertInto('log')
    .values({ ...about, actor_id, summary_id, page_id: 0 })
    .execute()
}
