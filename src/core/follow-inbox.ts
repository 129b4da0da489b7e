import { readChanges } from '#events/change-log.ts'
import { deliver, type NewEntry } from '#events/inbox/deliver.ts'
import { beginState, moveState, readState } from '#events/mail/state.ts'
import { Unfollowed } from '#events/unfollowed.ts'
import { seconds } from '#store/clock.ts'
import { lastChange } from '#store/log-order.ts'
import { breathe, unhurried } from '#store/turn.ts'
import type { InboxSource } from './inbox-source.ts'
import { skipDeleted } from './missed-changes.ts'
import type { Services } from './services.ts'

const JOB = 'inbox'
/** A lane of its own: notifications must not wait for an email server or a repository. */
const LANE = 'inbox'
const ENTRIES_AT_ONCE = 200
/** Entries per transaction, so that a change that concerns everybody does not block other writers for long. */
const DELIVERED_AT_ONCE = 1000
/** Older changes are skipped: after a long pause nobody gets a flood of old news. */
const TOO_OLD = 7 * 86_400
const TRIES = 3

const stateOf = ({ area }: InboxSource): string => `inbox ${area}`

/** Fills inboxes from the change log in the background. Runs on every server; each change is delivered once. */
export async function registerInbox(services: Services): Promise<void> {
  const { jobs, store } = services
  const { sources } = services.inbox
  jobs.handle(JOB, () => followInbox(services), LANE)
  const unfollowed = new Unfollowed()
  jobs.find(JOB, async db => {
    const positions = sources.map(source => ({ state: stateOf(source), area: source.area }))
    return (await unfollowed.exists(db, positions)) ? [{ key: '' }] : []
  })
  if (services.config.readOnly !== null) return
  for (const source of sources) {
    if ((await readState(store.read, stateOf(source))) !== null) continue
    const now = await lastChange(store.read)
    await store.transaction(tx => beginState(tx, stateOf(source), String(now)))
  }
}

/** Delivers what new change log entries bring. */
export async function followInbox(services: Services): Promise<void> {
  unhurried()
  for (const source of services.inbox.sources) while (await followSome(services, source));
}

const failures = new Map<number, number>()

async function followSome(services: Services, source: InboxSource): Promise<boolean> {
  const { store, clock, log } = services
  const from = await readState(store.read, stateOf(source))
  if (from === null) return false
  const { entries, until } = await readChanges(store.read, Number(from), ENTRIES_AT_ONCE, source.area)
  const missed = await skipDeleted(services, `${source.area} inbox`, Number(from), source.area)
  let reached = Math.max(until, missed)
  if (reached === Number(from)) return false
  const oldest = seconds(clock) - TOO_OLD
  const found: NewEntry[] = []
  for (const entry of entries) {
    if (entry.at >= oldest)
      try {
        found.push(...(await source.entriesOf(store.read, entry)))
        failures.delete(entry.seq)
      } catch (error) {
        // An entry that keeps failing must not block all later ones.
        const tries = (failures.get(entry.seq) ?? 0) + 1
        failures.set(entry.seq, tries)
        if (tries < TRIES) throw error
        failures.delete(entry.seq)
        log('notification.skipped', { err: error, entry: entry.seq })
      }
    if (found.length >= DELIVERED_AT_ONCE) {
      reached = entry.seq
      break
    }
    await breathe()
  }
  return store.transaction(async tx => {
    if (!(await moveState(tx, stateOf(source), from, String(reached)))) return false
    await deliver(tx, clock, found)
    return true
  })
}
