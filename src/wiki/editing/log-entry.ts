import type { Caller } from '#accounts/caller.ts'
import type { Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { type Serializable, serialize } from '../php/serialize.ts'
import { storeAuthor } from './store-author.ts'
import { shortened, storeSummary } from './store-revision.ts'
import { storeTags, tagUses } from './store-tags.ts'
import { notifyWatchers } from './watching.ts'

/** An action to record in the log and in recent changes. */
export interface LogEntry {
  readonly type: string
  readonly action: string
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  /** The page the action applies to. */
  readonly target: PageName
  /** 0 when the target is not a page or no longer exists. */
  readonly pageId: number
  readonly reason: string
  /** Parameters as MediaWiki stores them: the number is the position in the message (`4::target`). */
  readonly params?: { readonly [name: string]: Serializable }
  /** The revision created by the action. Tags apply to both, and the entry can be found by revision. */
  readonly revisionId?: number
  readonly tags?: readonly string[]
  readonly bot?: boolean
  /** Additional search fields: user names, revisions and the like. */
  readonly found?: readonly { readonly field: string; readonly values: readonly string[] }[]
  /** Whether to add the entry to recent changes; true by default. */
  readonly amongChanges?: boolean
  /** Marks the entry as unpatrolled, unless the author has the autopatrol right. */
  readonly patrollable?: boolean
}

/** Values that identify log entries in recent changes. */
const LOG = { type: 3, source: 'mw.log' } as const
const PATROLLED = { not: 0, byItself: 2 } as const

/** Stores a log entry and, by default, a recent changes entry. Returns the log ID. */
export async function storeLogEntry(tx: Writer, entry: LogEntry): Promise<number> {
  const stored = await beginLogEntry(tx, entry)
  await publishLogEntry(tx, entry, stored)
  return stored.id
}

/** A stored log entry that is not in recent changes yet. */
export interface BegunEntry {
  readonly id: number
  readonly about: object & AboutEntry
}

/** Stores the log row alone, for actions that are logged before their page exists. */
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

/** Adds search fields, recent changes and tags to a stored entry. */
export async function publishLogEntry(tx: Writer, entry: LogEntry, { id, about }: BegunEntry): Promise<void> {
  const found = [...(entry.found ?? [])]
  if (entry.revisionId !== undefined) found.push({ field: 'associated_rev_id', values: [String(entry.revisionId)] })
  const rows = found.flatMap(({ field, values }) => [...new Set(values)].map(value => ({ field, value, log_id: id })))
  if (rows.length > 0) await tx.insertInto('log_search').values(rows).execute()
  const changeId = entry.amongChanges === false ? null : await storeLogChange(tx, entry, about, id)
  await storeTags(tx, tagUses(entry.tags ?? [], { revisionId: entry.revisionId ?? null, changeId, logId: id }))
}

/** Fills in the page and other details that were unknown when the entry was stored, then publishes it. */
export async function completeLogEntry(tx: Writer, entry: LogEntry, stored: BegunEntry): Promise<void> {
  const about = { ...stored.about, params: serialize(entry.params ?? {}) }
  await tx.updateTable('log').set({ page_id: entry.pageId, params: about.params }).where('id', '=', stored.id).execute()
  await publishLogEntry(tx, entry, { id: stored.id, about })
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
