// Emails about events outside the translation platform, sent instantly or in digests under the same limits.

import { skipDeleted } from '#core/missed-changes.ts'
import type { NewsKind, NewsSource } from '#core/news-source.ts'
import type { Services } from '#core/services.ts'
import { readChanges } from '#events/change-log.ts'
import { beginState, readState } from '#events/mail/state.ts'
import { seconds } from '#store/clock.ts'
import { lastChange } from '#store/log-order.ts'
import type { Store } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { giveUp, NOTICES_AT_ONCE, saveNotices, TOO_OLD } from './follow.ts'
import type { Window } from './gather.ts'
import { NewNotices } from './new-notices.ts'
import { INSTANT } from './subscription-terms.ts'
import { Tallies, type Tally } from './tally.ts'
import type { Words } from './words.ts'

const ENTRIES_AT_ONCE = 500

export const stateName = ({ area }: NewsSource): string => `followed ${area}`

/** Starts at the current end of the change log, so older events are never emailed. */
export async function beginNews({ store, news }: Services): Promise<void> {
  for (const source of news.sources) await begin(store, source)
}

async function begin(store: Store, source: NewsSource): Promise<void> {
  if ((await readState(store.read, stateName(source))) !== null) return
  const now = await lastChange(store.read)
  await store.transaction(tx => beginState(tx, stateName(source), String(now)))
}

/** A news kind with its source. */
export interface SourcedKind {
  readonly source: NewsSource
  readonly kind: NewsKind
}

export function newsNamed({ news }: Services, name: string): SourcedKind | null {
  for (const source of news.sources) for (const kind of source.kinds) if (kind.name === name) return { source, kind }
  return null
}

/** Names the reason for an email, for example “Change to a watched page” (Wiki). */
export const newsReason = (t: Words, { source, kind }: SourcedKind): string => `“${t(kind.label)}” (${t(source.label)})`

/** Records instant notices for new events exactly once, as `followChangeLog` does. */
export async function followNews(services: Services): Promise<void> {
  for (const source of services.news.sources) while (await followSome(services, source));
}

async function followSome(services: Services, source: NewsSource): Promise<boolean> {
  const { store, clock, log } = services
  const from = await readState(store.read, stateName(source))
  if (from === null) {
    await begin(store, source)
    return false
  }
  const now = seconds(clock)
  const { entries, until } = await readChanges(store.read, Number(from), ENTRIES_AT_ONCE, source.area)
  const missed = await skipDeleted(services, `${source.area} notifications`, Number(from), source.area)
  let reached = Math.max(until, missed)
  if (reached === Number(from)) return false
  const notices = new NewNotices()
  for (const entry of entries) {
    if (entry.at < now - TOO_OLD) continue
    const recipients = await source.recipients(store.read, entry, now).catch(giveUp(log, entry, []))
    for (const { account, kind, frequency, item } of recipients)
      if (frequency === INSTANT)
        notices.add({ account, kind, subscription: 0, seq: entry.seq, changes: [item], total: 1 })
    if (notices.isFull(NOTICES_AT_ONCE)) {
      reached = entry.seq
      break
    }
    await breathe()
  }
  return store.transaction(tx => saveNotices(tx, stateName(source), notices, from, reached, now))
}

/** Collects the news for a digest, by account. */
export async function gatherNews(services: Services, window: Window, now: number): Promise<Map<number, Tally[]>> {
  const db = services.store.read
  const tallies = new Tallies()
  for (const source of services.news.sources) {
    for (let seq = window.after; seq < window.until; ) {
      const { entries, until } = await readChanges(db, seq, ENTRIES_AT_ONCE, source.area)
      for (const entry of entries) {
        if (entry.seq > window.until || entry.at < window.since) continue
        for (const { account, kind, frequency, item } of await source.recipients(db, entry, now))
          if (frequency === window.frequency) tallies.addChange(account, kind, null, item)
        await breathe()
      }
      seq = until === seq ? window.until : until
    }
  }
  return Map.groupBy([...tallies], tally => tally.account)
}
