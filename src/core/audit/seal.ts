import { type LoggedChange, readChangesOf } from '#events/change-log.ts'
import { hasMissedChanges, isBeyondLog } from '#events/old-changes.ts'
import { seconds } from '#store/clock.ts'
import { lastChange } from '#store/log-order.ts'
import { appendEntries, type Head, lockHead, readHead } from './chain.ts'
import type { AuditEvent } from './entry.ts'
import { hasUnsealedSignIns, markSealed, unsealedSignIns } from './sign-in-events.ts'
import type { AuditedSite, AuditSource } from './source.ts'

/** Change log entries and logins per transaction. */
const PORTION = 500
/** Entries without anything to audit that are passed before the position is stored. */
const UNSTORED = 5000

/** New changes, and the number up to which the change log has been read. */
interface NewChanges {
  readonly events: readonly AuditEvent[]
  readonly until: number
  readonly isDone: boolean
}

/**
 * Copies logins and audited changes into the audit log. It follows the writers, so that they need not wait.
 * Any number of servers may do so at the same time: each event gets one entry.
 */
export class AuditSealer {
  readonly #site: AuditedSite
  /** The change log has nothing to audit up to here that is not sealed. */
  #reached = 0

  constructor(site: AuditedSite) {
    this.#site = site
  }

  /** Seals everything that was committed before the call, and returns the end of the chain. */
  async seal(stop?: AbortSignal): Promise<Head> {
    for (;;) {
      stop?.throwIfAborted()
      const { head, isDone } = await this.#sealPortion()
      if (isDone) return head
    }
  }

  /** Stores the position, so that a server which starts later does not read what this one has read. */
  async storePosition(): Promise<void> {
    await this.#site.store.transaction(async tx => {
      const head = await lockHead(tx)
      if (head.changeSeq < this.#reached) await appendEntries(tx, head, [], 0, this.#reached)
    })
  }

  async #sealPortion(): Promise<{ head: Head; isDone: boolean }> {
    const { store, clock } = this.#site
    const db = store.primary
    const before = await readHead(db)
    const changes = await this.#newChanges(before)
    const signIns = (await hasUnsealedSignIns(db)) ? await unsealedSignIns(db, PORTION) : { ids: [], events: [] }
    const events = [...changes.events, ...signIns.events].sort((a, b) => a.at - b.at)
    const isDone = changes.isDone && signIns.ids.length < PORTION
    if (events.length === 0 && changes.until - before.changeSeq < UNSTORED) {
      this.#reached = changes.until
      return { head: before, isDone }
    }
    // Everything was read before the transaction, so that other writers on SQLite wait only for the inserts.
    return store.transaction(async tx => {
      const head = await lockHead(tx)
      if (head.seq !== before.seq || head.changeSeq !== before.changeSeq) return { head, isDone: false }
      await markSealed(tx, signIns.ids)
      return { head: await appendEntries(tx, head, events, seconds(clock), changes.until), isDone }
    })
  }

  async #newChanges({ changeSeq }: Head): Promise<NewChanges> {
    const { store, clock, audit } = this.#site
    const db = store.primary
    const missed = {
      at: seconds(clock),
      category: 'log',
      event: 'changes-missed',
      accountId: null,
      subject: '',
    } as const
    if (await isBeyondLog(db, changeSeq)) {
      const until = await lastChange(db)
      this.#reached = until
      return { events: [{ ...missed, data: { after: until, until: changeSeq } }], until, isDone: true }
    }
    const after = Math.max(changeSeq, this.#reached)
    const { entries, until } = await readChangesOf(db, after, PORTION, audit)
    const events: AuditEvent[] = []
    for (const [source, run] of runsOf(entries, audit)) events.push(...(await source.describe(db, run)))
    // Asked after reading, because entries may be deleted in between.
    if (await hasMissedChanges(db, after)) events.unshift({ ...missed, data: { after, until } })
    return { events, until, isDone: entries.length < PORTION }
  }
}

/** Entries in order, in runs of the same source. */
function* runsOf(
  entries: readonly LoggedChange[],
  sources: readonly AuditSource[],
): Generator<[AuditSource, LoggedChange[]]> {
  let run: LoggedChange[] = []
  for (const [index, entry] of entries.entries()) {
    run.push(entry)
    if (entries[index + 1]?.area === entry.area) continue
    for (const source of sources) if (source.area === entry.area) yield [source, run]
    run = []
  }
}
