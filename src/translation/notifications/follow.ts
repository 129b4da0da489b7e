import type { Services } from '#accounts/services.ts'
import { lastChange } from '#events/change-log.ts'
import type { Log } from '#events/log.ts'
import { seconds } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { byAction, INSTANT_KINDS } from './kinds/index.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { changesOf, entriesAfter, type LogEntry } from './log-entries.ts'
import { Matching } from './matching.ts'
import { beginState, moveState, readState } from './state.ts'
import { INSTANT } from './subscription-terms.ts'
import { Tallies } from './tally.ts'

const FOLLOWED = 'followed'
/** Whoever turns mail on again is not told what happened while it was off. */
const TOO_OLD = 86_400
const ROWS_AT_ONCE = 200

const KINDS_OF = byAction(INSTANT_KINDS)
const INSTANT_ACTIONS = [...KINDS_OF.keys()]

/** From now on: what is older than the first start with mail is nobody's news. */
export async function beginFollowing({ store }: Services): Promise<void> {
  if ((await readState(store.read, FOLLOWED)) !== null) return
  const now = await lastChange(store.read)
  await store.transaction(tx => beginState(tx, FOLLOWED, String(now)))
}

/**
 * Writes down for each new entry of the change log who is to be told what at once. The notes and how far it came are one
 * transaction, so each entry is told exactly once, whatever happens in between.
 */
export async function followChangeLog(services: Services): Promise<void> {
  for (;;) {
    const from = await readState(services.store.read, FOLLOWED)
    if (from === null) return
    const { entries, until } = await entriesAfter(services.store.read, Number(from))
    if (until === Number(from)) return
    let reached = from
    const since = seconds(services.clock) - TOO_OLD
    for (const entry of entries.filter(({ at }) => at >= since)) {
      if (!(await note(services, entry, reached))) return
      reached = String(entry.seq)
      // A request must not wait for all of this.
      await breathe()
    }
    if (Number(reached) < until) await services.store.transaction(tx => moveState(tx, FOLLOWED, reached, String(until)))
  }
}

/** False when somebody else has dealt with it. */
async function note({ store, clock, log }: Services, entry: LogEntry, from: string): Promise<boolean> {
  const now = seconds(clock)
  const tallies = [...(await toldBy(store.read, entry, now).catch(giveUp(log, entry)))]
  return store.transaction(async tx => {
    if (!(await moveState(tx, FOLLOWED, from, String(entry.seq)))) return false
    for (let i = 0; i < tallies.length; i += ROWS_AT_ONCE)
      await tx
        .insertInto('notice')
        .values(
          tallies.slice(i, i + ROWS_AT_ONCE).map(({ account, kind, subscriptions, changes, total }) => ({
            account_id: account,
            notification: kind,
            subscription_id: [...subscriptions.keys()][0]!,
            seq: entry.seq,
            changes: JSON.stringify(changes),
            total,
            due_at: now,
            created_at: now,
          })),
        )
        .execute()
    return true
  })
}

const TRIES = 3
const failures = new Map<number, number>()

/** An entry that fails again and again is left untold: better that than to keep back all that come after it. */
const giveUp =
  (log: Log, { seq }: LogEntry) =>
  (error: unknown): Tallies => {
    const tries = (failures.get(seq) ?? 0) + 1
    failures.set(seq, tries)
    if (tries < TRIES) throw error
    failures.delete(seq)
    log.error({ err: error, entry: seq }, 'it could not be found out whom to notify')
    return new Tallies()
  }

/** Who is told what of an entry; of each change everybody is told once. */
async function toldBy(db: Reader, entry: LogEntry, now: number): Promise<Tallies> {
  const matching = new Matching(db, now)
  const tallies = new Tallies()
  const alerted: Alerted = new Map()
  for await (const changes of changesOf(db, entry, INSTANT_ACTIONS))
    await tellAtOnce(matching, tallies, changes, alerted)
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
    for (const kind of KINDS_OF.get(change.action) ?? [])
      for (const { account, subscription } of await matching.recipients(kind, change)) {
        if (subscription.frequency !== INSTANT || told.has(account)) continue
        told.add(account)
        tallies.addChange(account, kind.name, subscription, change.id)
      }
    if (change.action !== ACTION.alertTriggered) continue
    const failure = FAILURE_OF[(JSON.parse(change.details) as { alert: string }).alert]
    const key = `${change.component_id} ${failure}`
    if (failure !== undefined) alerted.set(key, new Set([...(alerted.get(key) ?? []), ...told]))
  }
}
