import type { Services } from '#core/services.ts'
import { lastChange } from '#events/change-log.ts'
import type { Log } from '#events/log.ts'
import { seconds } from '#store/clock.ts'
import { insertRows, type Row } from '#store/insert-rows.ts'
import type { Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { breathe } from '#store/turn.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { byAction, INSTANT_KINDS } from './kinds/index.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { entriesAfter, type LogEntry, LoggedChanges } from './log-entries.ts'
import { Matching } from './matching.ts'
import { NewNotices } from './new-notices.ts'
import { beginState, moveState, readState } from './state.ts'
import { INSTANT } from './subscription-terms.ts'
import { Tallies } from './tally.ts'

const FOLLOWED = 'followed'
/** Whoever turns mail on again is not told what happened while it was off. */
export const TOO_OLD = 86_400
/** So many entries are one piece of work: whoever is concerned by several of them is written down once. */
export const ENTRIES_AT_ONCE = 2000
/** And so many are read at a time. */
const ENTRIES_READ = 100
/** Of so many the next transaction has the rest, or a large site would hold up everybody who writes. */
export const NOTICES_AT_ONCE = 5000
const PEOPLE_AT_ONCE = 500
/** A statement that lasts longer than a fraction of a millisecond keeps requests waiting on SQLite. */
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

/** From now on: what is older than the first start with mail is nobody's news. */
export async function beginFollowing({ store }: Services): Promise<void> {
  if ((await readState(store.read, FOLLOWED)) !== null) return
  const now = await lastChange(store.read)
  await store.transaction(tx => beginState(tx, FOLLOWED, String(now)))
}

/**
 * Writes down for each new entry of the change log who is to be told what at once, many entries at a time. The notes and how
 * far it came are one transaction, so each entry is told exactly once, whatever happens in between.
 */
export async function followChangeLog(services: Services): Promise<void> {
  const { store, clock } = services
  for (;;) {
    const from = await readState(store.read, FOLLOWED)
    if (from === null) return
    const now = seconds(clock)
    const { notices, reached } = await noticesAfter(services, Number(from), now)
    if (reached === Number(from)) return
    if (!(await store.transaction(tx => writeDown(tx, FOLLOWED, notices, from, reached, now)))) return
  }
}

/** What is to be told of the next entries, as many as are one piece of work; `reached` is the last one it is about. */
async function noticesAfter(
  { store, log }: Services,
  from: number,
  now: number,
): Promise<{ notices: NewNotices; reached: number }> {
  const notices = new NewNotices()
  // What it has looked up for one entry serves the others too.
  const matching = new Matching(store.read, now)
  let reached = from
  for (let read = 0; read < ENTRIES_AT_ONCE; read += ENTRIES_READ) {
    const { entries, until } = await entriesAfter(store.read, reached, ENTRIES_READ)
    const logged = new LoggedChanges(store.read, entries)
    for (const entry of entries) {
      if (entry.at < now - TOO_OLD) continue
      const told = await toldBy(matching, logged, entry).catch(giveUp(log, entry, new Tallies()))
      for (const { subscriptions, ...tally } of told) {
        const [subscription] = subscriptions.keys()
        notices.add({ ...tally, subscription: subscription!, seq: entry.seq })
      }
      if (notices.isFull(NOTICES_AT_ONCE)) return { notices, reached: entry.seq }
      // A request must not wait for all of this.
      await breathe()
    }
    if (until === reached) break
    reached = until
  }
  return { notices, reached }
}

/** Writes notices down, and under a name how far they go. False when somebody else has dealt with it. */
export async function writeDown(
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

/** An entry that fails again and again is left untold: better that than to keep back all that come after it. */
export const giveUp =
  <T>(log: Log, { seq }: { readonly seq: number }, otherwise: T) =>
  (error: unknown): T => {
    const tries = (failures.get(seq) ?? 0) + 1
    failures.set(seq, tries)
    if (tries < TRIES) throw error
    failures.delete(seq)
    log.error({ err: error, entry: seq }, 'it could not be found out whom to notify')
    return otherwise
  }

/** Who is told what of an entry; of each change everybody is told once. */
async function toldBy(matching: Matching, logged: LoggedChanges, entry: LogEntry): Promise<Tallies> {
  const tallies = new Tallies()
  const alerted: Alerted = new Map()
  for await (const changes of logged.of(entry, INSTANT_ACTIONS)) await tellAtOnce(matching, tallies, changes, alerted)
  return tallies
}

/** Who was told of alerts of one moment, by place and by the action of the failure that each alert is about. */
export type Alerted = Map<string, ReadonlySet<number>>

/** An alert tells what the failure that raised it would tell, and comes before it. */
const FAILURE_OF: Readonly<Record<string, number>> = {
  MergeFailure: ACTION.mergeFailed,
  ParseError: ACTION.parsingFailed,
  NoMaskMatches: ACTION.parsingFailed,
  DuplicateLanguage: ACTION.parsingFailed,
  PushFailure: ACTION.pushFailed,
}

/** Adds who is told of changes at once: everybody once of each, by the first kind that tells them. */
export async function tellAtOnce(
  matching: Matching,
  tallies: Tallies,
  changes: readonly ChangeRow[],
  alerted: Alerted = new Map(),
): Promise<void> {
  for (const change of changes) {
    const told = new Set(alerted.get(`${change.component_id} ${change.action}`))
    let looked = 0
    for (const kind of KINDS_OF.get(change.action) ?? [])
      for (const { account, subscription } of await matching.recipients(kind, change)) {
        // Something may concern everybody.
        if (++looked % PEOPLE_AT_ONCE === 0) await breathe()
        if (subscription.frequency !== INSTANT || told.has(account)) continue
        told.add(account)
        tallies.addChange(account, kind.name, subscription, change.id)
      }
    if (change.action !== ACTION.alertTriggered) continue
    const failure = FAILURE_OF[storedObject<{ alert: string }>(change.details).alert ?? '']
    const key = `${change.component_id} ${failure}`
    if (failure !== undefined) alerted.set(key, new Set([...(alerted.get(key) ?? []), ...told]))
  }
}
