import { skipDeleted } from '#core/missed-changes.ts'
import type { Services } from '#core/services.ts'
import type { Log } from '#events/log.ts'
import { beginState, moveState, readState } from '#events/mail/state.ts'
import { seconds } from '#store/clock.ts'
import { insertRows, type Row } from '#store/insert-rows.ts'
import { lastChange } from '#store/log-order.ts'
import type { Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { breathe } from '#store/turn.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { byAction, INSTANT_KINDS } from './kinds/index.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { entriesAfter, type LogEntry, LoggedChanges } from './log-entries.ts'
import { Matching } from './matching.ts'
import { NewNotices } from './new-notices.ts'
import { INSTANT } from './subscription-terms.ts'
import { Tallies } from './tally.ts'

export const FOLLOWED = 'followed'
/** Older changes are skipped: after email was off for a while, nobody gets a flood of old news. */
export const TOO_OLD = 86_400
/** Log entries per batch. Notices for the same account are combined within a batch. */
export const ENTRIES_AT_ONCE = 2000
/** Log entries per read. */
const ENTRIES_READ = 100
/** Notices per transaction, so that large sites do not block other writers. */
export const NOTICES_AT_ONCE = 5000
const PEOPLE_AT_ONCE = 500
/** Rows per insert: on SQLite, a long statement blocks requests. */
const ROWS_AT_ONCE = 32
const NOTICE_COLUMNS = [
  'account_id',
  'notification',
  'subscription_id',
  'seq',
  'changes',
  'total',
  'due_at',
  'created_at',
]

const KINDS_OF = byAction(INSTANT_KINDS)
const INSTANT_ACTIONS = [...KINDS_OF.keys()]

/** Starts at the current end of the change log, so changes from before email was enabled are skipped. */
export async function beginFollowing({ store }: Services): Promise<void> {
  if ((await readState(store.read, FOLLOWED)) !== null) return
  const now = await lastChange(store.read)
  await store.transaction(tx => beginState(tx, FOLLOWED, String(now)))
}

/**
 * Records instant notices for new change log entries in batches. Notices and position are saved in one transaction, so
 * each entry is handled exactly once, even after a crash.
 */
export async function followChangeLog(services: Services): Promise<void> {
  const { store, clock } = services
  for (;;) {
    const from = await readState(store.read, FOLLOWED)
    if (from === null) return
    const now = seconds(clock)
    const { notices, reached: read } = await noticesAfter(services, Number(from), now)
    const reached = Math.max(read, await skipDeleted(services, 'notifications', Number(from), 'translation'))
    if (reached === Number(from)) return
    if (!(await store.transaction(tx => saveNotices(tx, FOLLOWED, notices, from, reached, now)))) return
  }
}

/** Notices for the next batch of entries; `reached` is the last entry covered. */
async function noticesAfter(
  { store, log }: Services,
  from: number,
  now: number,
): Promise<{ notices: NewNotices; reached: number }> {
  const notices = new NewNotices()
  // Shared by all entries, since it caches lookups.
  const matching = new Matching(store.read, now)
  let reached = from
  for (let read = 0; read < ENTRIES_AT_ONCE; read += ENTRIES_READ) {
    const { entries, until } = await entriesAfter(store.read, reached, ENTRIES_READ)
    const logged = new LoggedChanges(store.read, entries)
    for (const entry of entries) {
      if (entry.at < now - TOO_OLD) continue
      const tallies = await talliesOf(matching, logged, entry).catch(giveUp(log, entry, new Tallies()))
      for (const { subscriptions, ...tally } of tallies) {
        const [subscription] = subscriptions.keys()
        notices.add({ ...tally, subscription: subscription!, seq: entry.seq })
      }
      if (notices.isFull(NOTICES_AT_ONCE)) return { notices, reached: entry.seq }
      // Let requests run in between.
      await breathe()
    }
    if (until === reached) break
    reached = until
  }
  return { notices, reached }
}

/** Saves notices and the new position. False when another worker already moved the position. */
export async function saveNotices(
  tx: Writer,
  state: string,
  notices: NewNotices,
  from: string,
  reached: number,
  now: number,
): Promise<boolean> {
  if (!(await moveState(tx, state, from, String(reached)))) return false
  const rows = [...notices].map(({ account, kind, subscription, seq, changes, total }): Row => {
    return [account, kind, subscription, seq, JSON.stringify(changes), total, now, now]
  })
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await insertRows(tx, 'notice', NOTICE_COLUMNS, rows.slice(i, i + ROWS_AT_ONCE))
  return true
}

const TRIES = 3
const failures = new Map<number, number>()

/** Skips an entry that keeps failing, so that it does not block all later ones. */
export const giveUp =
  <T>(log: Log, { seq }: { readonly seq: number }, otherwise: T) =>
  (error: unknown): T => {
    const tries = (failures.get(seq) ?? 0) + 1
    failures.set(seq, tries)
    if (tries < TRIES) throw error
    failures.delete(seq)
    log('notification.skipped', { err: error, entry: seq })
    return otherwise
  }

/** Recipients of an entry's changes; each is notified once per change. */
async function talliesOf(matching: Matching, logged: LoggedChanges, entry: LogEntry): Promise<Tallies> {
  const tallies = new Tallies()
  const alerted: Alerted = new Map()
  for await (const changes of logged.of(entry, INSTANT_ACTIONS))
    await addInstantRecipients(matching, tallies, changes, alerted)
  return tallies
}

/** Accounts already notified of an alert, by component and the action of the underlying failure. */
export type Alerted = Map<string, ReadonlySet<number>>

/** An alert already covers the failure that raised it, and is recorded first. */
const FAILURE_OF: Readonly<Record<string, number>> = {
  MergeFailure: ACTION.mergeFailed,
  ParseError: ACTION.parsingFailed,
  NoMaskMatches: ACTION.parsingFailed,
  DuplicateLanguage: ACTION.parsingFailed,
  PushFailure: ACTION.pushFailed,
}

/** Adds the recipients of instant notifications: each account once per change, through the first matching kind. */
export async function addInstantRecipients(
  matching: Matching,
  tallies: Tallies,
  changes: readonly ChangeRow[],
  alerted: Alerted = new Map(),
): Promise<void> {
  for (const change of changes) {
    const notified = new Set(alerted.get(`${change.component_id} ${change.action}`))
    let count = 0
    for (const kind of KINDS_OF.get(change.action) ?? [])
      for (const { account, subscription } of await matching.recipients(kind, change)) {
        // A change may concern every account.
        if (++count % PEOPLE_AT_ONCE === 0) await breathe()
        if (subscription.frequency !== INSTANT || notified.has(account)) continue
        notified.add(account)
        tallies.addChange(account, kind.name, subscription, change.id)
      }
    if (change.action !== ACTION.alertTriggered) continue
    const failure = FAILURE_OF[storedObject<{ alert: string }>(change.details).alert ?? '']
    const key = `${change.component_id} ${failure}`
    if (failure !== undefined) alerted.set(key, new Set([...(alerted.get(key) ?? []), ...notified]))
  }
}
