import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { HIDDEN, type HiddenPart, isSuppressed, seesSuppressed } from '../site/hidden-parts.ts'
import type { Wiki } from '../wiki.ts'
import { findHideable, type HideableItem, type HideableKind } from './hideable-items.ts'
import { storeLogEntry } from './log-entry.ts'

/** Parts to hide and parts to show; parts not listed stay as they are. */
export interface Visibility {
  readonly hide: ReadonlySet<HiddenPart>
  readonly show: ReadonlySet<HiddenPart>
  /** Whether to hide the parts from administrators too; null leaves that as it is. */
  readonly suppressed: boolean | null
}

export interface HidingOrder {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly kind: HideableKind
  /** The page shown as the target in the log. */
  readonly target: PageName
  /** 0 when the target is not a page. */
  readonly pageId: number
  readonly keys: readonly string[]
  readonly visibility: Visibility
  readonly reason: string
  readonly tags: readonly string[]
}

export type HidingFault =
  | { readonly type: 'warning'; readonly key: 'revdelete-no-change' | 'revdelete-only-restricted' }
  | {
      readonly type: 'error'
      readonly key: `revdelete-${'hide-current' | 'show-no-access' | 'modify-no-access' | 'concurrent-change'}`
    }

/** The result for one item: its new state, or why it did not change. */
export interface HidingOutcome {
  readonly item: HideableItem
  readonly fault: HidingFault | null
}

/** Hides and shows parts of items within the given transaction, with one log entry for all of them. */
export async function hideParts(tx: Writer, wiki: Wiki, order: HidingOrder): Promise<HidingOutcome[]> {
  const { caller, kind, target, keys, visibility } = order
  const outcomes: HidingOutcome[] = []
  const done: { item: HideableItem; bits: number }[] = []
  for (const item of await findHideable(tx, kind, target, keys)) {
    const bits = bitsAfter(item.deleted, visibility)
    const fault = faultOf(caller, item, bits) ?? (await storeBits(tx, item, bits))
    if (fault === null) done.push({ item, bits })
    outcomes.push({ item: fault === null ? { ...item, deleted: bits } : item, fault })
  }
  if (done.length > 0) await logChange(tx, wiki, order, done)
  return outcomes
}

function bitsAfter(before: number, { hide, show, suppressed }: Visibility): number {
  const parts = (['text', 'comment', 'user'] as const).map(part =>
    hide.has(part) ? HIDDEN[part] : show.has(part) ? 0 : before & HIDDEN[part],
  )
  const restricted = suppressed === null ? before & HIDDEN.restricted : suppressed ? HIDDEN.restricted : 0
  return parts.reduce((sum, bit) => sum | bit, restricted)
}

function faultOf(caller: Caller, { deleted, isCurrent }: HideableItem, bits: number): HidingFault | null {
  if (bits === deleted) return { type: 'warning', key: 'revdelete-no-change' }
  if (isCurrent && (bits & HIDDEN.text) !== 0) return { type: 'error', key: 'revdelete-hide-current' }
  if (isSuppressed(deleted) && !seesSuppressed(caller))
    return { type: 'error', key: bits === 0 ? 'revdelete-show-no-access' : 'revdelete-modify-no-access' }
  if (bits === HIDDEN.restricted) return { type: 'warning', key: 'revdelete-only-restricted' }
  return null
}

/** Stored as autopatrolled. */
const PATROLLED_BY_ITSELF = 2

async function storeBits(tx: Writer, item: HideableItem, bits: number): Promise<HidingFault | null> {
  const { table, rowId, deleted } = item
  const changed = await tx
    .updateTable(table)
    .set({ deleted: bits })
    .where('id', '=', rowId)
    .where('deleted', '=', deleted)
    .executeTakeFirst()
  if (Number(changed.numUpdatedRows) === 0) return { type: 'error', key: 'revdelete-concurrent-change' }
  const changes = tx.updateTable('recent_change').set({ deleted: bits, patrolled: PATROLLED_BY_ITSELF })
  if (table === 'revision') await changes.where('this_rev', '=', rowId).execute()
  if (table === 'log') await changes.where('log_id', '=', rowId).execute()
  return null
}

/** Search field under which log entries are indexed. */
const FOUND_BY: Readonly<Record<HideableKind, string>> = {
  archive: 'ar_timestamp',
  filearchive: 'fa_id',
  logging: 'log_id',
  oldimage: 'oi_archive_name',
  revision: 'rev_id',
}

async function logChange(
  tx: Writer,
  wiki: Wiki,
  order: HidingOrder,
  done: readonly { readonly item: HideableItem; readonly bits: number }[],
): Promise<void> {
  const { caller, now, kind, target, pageId, reason } = order
  const keys = done.map(({ item }) => item.key)
  const shown = done.reduce((all, { item, bits }) => all | (item.deleted & ~bits), 0)
  const hidden = done.reduce((all, { item, bits }) => all | (bits & ~item.deleted), 0)
  const suppresses = done.some(({ item, bits }) => isSuppressed(item.deleted | bits))
  // Timestamps remain strings; IDs become numbers.
  const ids = kind === 'archive' || kind === 'oldimage' || kind === 'filearchive' ? keys : keys.map(Number)
  const params = kind === 'logging' ? [ids, shown, hidden] : [kind, ids, shown, hidden]
  const names = ['4::type', '5::ids', '6::ofield', '7::nfield']
  const logNames = ['4::ids', '5::ofield', '6::nfield']
  const logId = await storeLogEntry(tx, {
    type: suppresses ? 'suppress' : 'delete',
    action: kind === 'logging' ? 'event' : 'revision',
    caller,
    now,
    target,
    pageId,
    reason,
    params: Object.fromEntries(params.map((value, index) => [(kind === 'logging' ? logNames : names)[index]!, value])),
    found: [
      { field: FOUND_BY[kind], values: keys },
      { field: 'target_author_actor', values: done.map(({ item }) => String(item.actorId)) },
    ],
    // Suppression stays out of recent changes and carries no tags.
    amongChanges: !suppresses,
    tags: suppresses ? [] : order.tags,
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'hide',
    accountId: caller.account?.id ?? null,
    subject: `${target.ns}:${target.title}`,
    data: { log: logId, kind, items: keys },
  })
}
