import type { Caller } from '#accounts/caller.ts'
import type { Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { type Serializable, serialize } from '../php/serialize.ts'
import { storeTags } from './store-activity.ts'
import { storeAuthor } from './store-author.ts'
import { shortened, storeSummary } from './store-revision.ts'
import { notifyWatchers } from './watching.ts'

/** Something that somebody did, as the log and recent changes tell of it. */
export interface LogEntry {
  readonly type: string
  readonly action: string
  readonly caller: Caller
  /** Seconds since 1970. */
  readonly now: number
  /** What it was done to. */
  readonly target: PageName
  /** 0 where the target is no page, or none any more. */
  readonly pageId: number
  readonly reason: string
  /** As MediaWiki keeps them: names begin with the place that they have in the sentence (`4::target`). */
  readonly params?: { readonly [name: string]: Serializable }
  /** A revision that came with it: tags are put on both, and it is found by that revision. */
  readonly revisionId?: number
  readonly tags?: readonly string[]
  readonly bot?: boolean
  /** Where the entry is found besides: by user names, revisions and the like. */
  readonly found?: readonly { readonly field: string; readonly values: readonly string[] }[]
  /** Not everything is news. */
  readonly amongChanges?: boolean
  /** Entries that may be looked at like edits wait for it unless their author needs no watching. */
  readonly patrollable?: boolean
}

/** How recent changes name entries of the log. */
const LOG = { type: 3, source: 'mw.log' } as const
const PATROLLED = { not: 0, byItself: 2 } as const

/** Writes an entry of the log, and unless told otherwise one of recent changes. Returns the number of the first. */
export async function storeLogEntry(tx: Writer, entry: LogEntry): Promise<number> {
  const begun = await beginLogEntry(tx, entry)
  await publishLogEntry(tx, entry, begun)
  return begun.id
}

/** An entry of the log that nobody has been told of. */
export interface BegunEntry {
  readonly id: number
  readonly about: object & AboutEntry
}

/** The first half, for what is logged before the page that it was done to is there. */
export async function beginLogEntry(tx: Writer, entry: LogEntry): Promise<BegunEntry> {
  const { type, action, caller, now, target, pageId } = entry
  const about = {
    timestamp: now,
    actor_id: await storeAuthor(tx, caller),
    ns: target.ns,
    title: target.title,
    summary_id: await storeSummary(tx, shortened(entry.reason)),
    params: serialize(entry.params ?? {}),
  }
  const { id } = await tx
    .insertInto('log')
    .values({ type, action, ...about, page_id: pageId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, about }
}

/** The second half: where the entry is found besides, recent changes, tags. */
export async function publishLogEntry(tx: Writer, entry: LogEntry, { id, about }: BegunEntry): Promise<void> {
  const found = [...(entry.found ?? [])]
  if (entry.revisionId !== undefined) found.push({ field: 'associated_rev_id', values: [String(entry.revisionId)] })
  const rows = found.flatMap(({ field, values }) => [...new Set(values)].map(value => ({ field, value, log_id: id })))
  if (rows.length > 0) await tx.insertInto('log_search').values(rows).execute()
  const changeId = entry.amongChanges === false ? null : await storeLogChange(tx, entry, about, id)
  await storeTags(tx, entry.tags ?? [], { revisionId: entry.revisionId ?? null, changeId, logId: id })
}

/** Now that it is there: the page and whatever else was not known when the entry was begun. */
export async function completeLogEntry(tx: Writer, entry: LogEntry, begun: BegunEntry): Promise<void> {
  const about = { ...begun.about, params: serialize(entry.params ?? {}) }
  await tx.updateTable('log').set({ page_id: entry.pageId, params: about.params }).where('id', '=', begun.id).execute()
  await publishLogEntry(tx, entry, { id: begun.id, about })
}

async function storeLogChange(tx: Writer, entry: LogEntry, about: object & AboutEntry, logId: number): Promise<number> {
  const { caller, type, action, bot = caller.can('bot'), patrollable = false } = entry
  const row = await tx
    .insertInto('recent_change')
    .values({
      ...LOG,
      ...about,
      page_id: entry.pageId,
      log_id: logId,
      log_type: type,
      log_action: action,
      this_rev: entry.revisionId ?? 0,
      bot: bot ? 1 : 0,
      patrolled: patrollable && !caller.can('autopatrol') ? PATROLLED.not : PATROLLED.byItself,
      ip: caller.ip,
      old_length: null,
      new_length: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (entry.target.ns >= 0) await notifyWatchers(tx, caller, entry.target, entry.now)
  return row.id
}

interface AboutEntry {
  readonly timestamp: number
  readonly actor_id: number
  readonly ns: number
  readonly title: string
  readonly summary_id: number
  readonly params: string
}
