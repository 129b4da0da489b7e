import type { Selectable } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import { indexPages } from '#store/full-text/index-pages.ts'
import { padded } from '#store/keyset.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { actorsById } from '../content/actors.ts'
import { collationOf } from '../content/collation.ts'
import { type PageName, type PageRow, pagesByName } from '../content/pages.ts'
import { countForSite, isArticle } from '../content/site-counts.ts'
import { type Slot, slotsOf } from '../content/slots.ts'
import type { TextWork } from '../content/text-work/text-work.ts'
import { isHidden } from '../site/hidden-parts.ts'
import { ipHex } from '../site/ip.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import type { Harvest } from '../wikitext/harvest/harvest.ts'
import { beginPage } from './begin-page.ts'
import { storeLogEntry } from './log-entry.ts'
import { noteNewTalk } from './new-talk.ts'
import { isUnchanged, revisionText } from './page-state.ts'
import { refreshUsers } from './refresh-pages.ts'
import { replaceLinks } from './store-links.ts'

type ArchivedRevision = Selectable<Database['archive']>

/** A restoration with its expensive parts precomputed. */
export interface Restoration {
  readonly name: PageName
  /** The existing page; null when there is none. */
  readonly page: PageRow | null
  /** Oldest first; at least one. */
  readonly revisions: readonly ArchivedRevision[]
  /** Number of revisions not restored because their ID is taken. */
  readonly clashing: number
  /** The page's new current content; null when it already has a newer revision. */
  readonly current: { readonly text: string; readonly main: Slot; readonly harvest: Harvest } | null
}

/** `hidden`: the text of the new current revision is hidden and must be made visible first. */
type Prepared = Restoration | 'nothing' | 'hidden'

export async function prepareRestoring(
  wiki: Wiki,
  work: TextWork,
  name: PageName,
  timestamps: readonly number[],
): Promise<Prepared> {
  const { db } = wiki
  const archived = await archivedRevisions(db, name, timestamps)
  const taken = await revisionsThere(db, archived)
  const revisions = archived.filter(
    (row, index) => !taken.has(row.rev_id) && archived.findIndex(other => other.rev_id === row.rev_id) === index,
  )
  const latest = revisions.at(-1)
  if (latest === undefined) return 'nothing'
  const [page = null] = await pagesByName(db, [name])
  const common = { name, page, revisions, clashing: archived.length - revisions.length }
  if (page !== null && latest.timestamp <= (await timeOf(db, page.latest_rev))) return { ...common, current: null }
  if (isHidden(latest.deleted, 'text')) return 'hidden'
  const slots = (await slotsOf(db, [latest.rev_id])).get(latest.rev_id) ?? []
  const main = slots.find(slot => slot.role === 'main')
  const text = (await revisionText(wiki, latest.rev_id)) ?? ''
  if (main === undefined) return 'nothing'
  const about = { page: { ns: name.ns, dbkey: name.title }, text, model: main.model }
  return { ...common, current: { text, main, harvest: await work.run('harvest', about) } }
}

async function archivedRevisions(
  db: Reader,
  { ns, title }: PageName,
  timestamps: readonly number[],
): Promise<ArchivedRevision[]> {
  const all = db.selectFrom('archive').where('ns', '=', ns).where('title', '=', title).selectAll()
  const selected = timestamps.length > 0 ? all.where('timestamp', 'in', padded(timestamps)) : all
  return selected.orderBy('timestamp').orderBy('id').execute()
}

export const hasArchived = async (db: Reader, name: PageName): Promise<boolean> =>
  (await db
    .selectFrom('archive')
    .where('ns', '=', name.ns)
    .where('title', '=', name.title)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

async function revisionsThere(db: Reader, archived: readonly ArchivedRevision[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  for (let from = 0; from < archived.length; from += 500) {
    const ids = archived.slice(from, from + 500).map(row => row.rev_id)
    const rows = await db.selectFrom('revision').where('id', 'in', padded(ids)).select('id').execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}

const timeOf = async (db: Reader, revisionId: number): Promise<number> =>
  (await db.selectFrom('revision').where('id', '=', revisionId).select('timestamp').executeTakeFirst())?.timestamp ?? 0

interface Order {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly reason: string
  readonly tags: readonly string[]
  /** Number of file versions restored along with the page. */
  readonly files: number
}

/**
 * Restores revisions within the given transaction. Returns the log ID, or null
 * when the page or the archive changed concurrently.
 */
export async function restorePage(
  tx: Writer,
  wiki: Wiki,
  restoration: Restoration,
  order: Order,
): Promise<number | null> {
  const { now } = order
  const { name, page, revisions, current } = restoration
  const { ns, title } = name
  if (page !== null && !(await isUnchanged(tx, page))) return null
  const pageId = page?.id ?? (await beginAgain(tx, restoration, now))
  if (pageId === null || !(await takeFromArchive(tx, pageId, revisions))) return null
  if (current !== null) {
    const latest = revisions.at(-1)!
    const wasArticle = page !== null && (await isArticle(tx, wiki.site, ns, pageId))
    await tx
      .updateTable('page')
      .set({
        latest_rev: latest.rev_id,
        length: latest.length ?? 0,
        content_model: current.main.model,
        is_redirect: current.harvest.redirect === null ? 0 : 1,
        is_new: page === null ? 1 : 0,
        touched: now,
        links_updated: now,
      })
      .where('id', '=', pageId)
      .execute()
    await replaceLinks(tx, { id: pageId, ns, title, timestamp: now }, current.harvest, collationOf(wiki.site))
    await indexPages(tx, [{ id: pageId, ns, title, text: current.text }])
    await notifyOwner(tx, name, latest)
    await refreshUsers(tx, wiki, { ns, title, revisionId: latest.rev_id, isNew: true })
    if (ns === NS.mediawiki) await wiki.services.interfaceTexts.pagesChanged?.(tx)
    const articles = Number(await isArticle(tx, wiki.site, ns, pageId)) - Number(wasArticle)
    await countForSite(tx, { edits: 1, pages: page === null ? 1 : 0, articles })
  }
  return logRestoring(tx, wiki, name, order, { pageId, revisions: revisions.length })
}

/** Logs the restoration, including that of a file whose page is not restored. */
export async function logRestoring(
  tx: Writer,
  wiki: Wiki,
  name: PageName,
  { caller, now, reason, tags, files }: Order,
  restored?: { readonly pageId: number; readonly revisions: number },
): Promise<number> {
  const pageId = restored?.pageId ?? (await pagesByName(tx, [name]))[0]?.id ?? 0
  const revisions = restored?.revisions ?? 0
  const logId = await storeLogEntry(tx, {
    type: 'delete',
    action: 'restore',
    caller,
    now,
    target: name,
    pageId,
    reason,
    tags,
    params: { ':assoc:count': { revisions, files } },
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'restore',
    accountId: caller.account?.id ?? null,
    subject: `${name.ns}:${name.title}`,
    data: { page: pageId, log: logId, revisions },
  })
  return logId
}

/** Restores the page under its old ID unless that is taken. Null when the page was created concurrently. */
async function beginAgain(tx: Writer, { name, revisions }: Restoration, now: number): Promise<number | null> {
  const before = revisions.at(-1)!.page_id
  const taken = before && (await tx.selectFrom('page').where('id', '=', before).select('id').executeTakeFirst())
  return beginPage(tx, name, { now, model: null, ...(before && !taken && { id: before }) })
}

const COLUMNS = ['summary_id', 'actor_id', 'timestamp', 'minor', 'deleted', 'length', 'parent_id', 'sha1'] as const
/** Batch size of one statement. */
const BATCH_SIZE = 500

/** False when one of them was restored concurrently. Slots, texts and tags are still in place. */
async function takeFromArchive(tx: Writer, pageId: number, revisions: readonly ArchivedRevision[]): Promise<boolean> {
  for (let from = 0; from < revisions.length; from += BATCH_SIZE) {
    const rows = revisions.slice(from, from + BATCH_SIZE)
    const ids = padded(rows.map(row => row.id))
    const archived = tx.selectFrom('archive').where('id', 'in', ids)
    await tx
      .insertInto('revision')
      .columns(['id', 'page_id', ...COLUMNS])
      .expression(archived.select(eb => [eb.ref('rev_id').as('id'), eb.val(pageId).as('page_id'), ...COLUMNS]))
      .execute()
    const deleted = await tx.deleteFrom('archive').where('id', 'in', ids).executeTakeFirst()
    if (Number(deleted.numDeletedRows) !== rows.length) return false
    await noteAddresses(tx, rows)
  }
  return true
}

/** Indexes edits by unregistered users by address range again. */
async function noteAddresses(tx: Writer, revisions: readonly ArchivedRevision[]): Promise<void> {
  const actors = await actorsById(
    tx,
    revisions.map(row => row.actor_id),
  )
  const rows = revisions.flatMap(({ rev_id, timestamp, actor_id }) => {
    const author = actors.get(actor_id)
    const hex = author && author.account_id === null ? ipHex(author.name) : undefined
    return hex === undefined ? [] : [{ rev_id, timestamp, hex }]
  })
  if (rows.length > 0) await tx.insertInto('ip_change').values(rows).execute()
}

/** Flags new messages for the owner of a restored talk page, as if its last author had just edited it. */
async function notifyOwner(tx: Writer, name: PageName, latest: ArchivedRevision): Promise<void> {
  if (name.ns !== NS.userTalk) return
  const author = (await actorsById(tx, [latest.actor_id])).get(latest.actor_id)
  const seen = latest.parent_id ? await timeOf(tx, latest.parent_id) : null
  if (author) await noteNewTalk(tx, author.name, name, seen)
}
