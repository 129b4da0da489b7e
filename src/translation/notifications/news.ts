// News of other floors of the house, mailed by the same means: at once or in digests, within the same limits.
import type { NewsKind, NewsSource } from '#core/news-source.ts'
import type { Services } from '#core/services.ts'
import { changesAfter, lastChange } from '#events/change-log.ts'
import { seconds } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { giveUp, NOTICES_AT_ONCE, TOO_OLD, writeDown } from './follow.ts'
import type { Window } from './gather.ts'
import { NewNotices } from './new-notices.ts'
import { beginState, readState } from './state.ts'
import { INSTANT } from './subscription-terms.ts'
import { Tallies, type Tally } from './tally.ts'
import type { Words } from './words.ts'

const ENTRIES_AT_ONCE = 500

const stateName = ({ area }: NewsSource): string => `followed ${area}`

/** From now on, as with everything else that is mailed. */
export async function beginNews({ store, news }: Services): Promise<void> {
  for (const source of news.sources) await begin(store, source)
}

async function begin(store: Store, source: NewsSource): Promise<void> {
  if ((await readState(store.read, stateName(source))) !== null) return
  const now = await lastChange(store.read)
  await store.transaction(tx => beginState(tx, stateName(source), String(now)))
}

/** A kind of news, and who knows of it; null for the kinds that can be subscribed to. */
export interface KnownNews {
  readonly source: NewsSource
  readonly kind: NewsKind
}

export function newsNamed({ news }: Services, name: string): KnownNews | null {
  for (const source of news.sources) for (const kind of source.kinds) if (kind.name === name) return { source, kind }
  return null
}

/** Why somebody is told: "A page that you watch was changed" (Wiki). */
export const newsReason = (t: Words, { source, kind }: KnownNews): string => `“${t(kind.label)}” (${t(source.label)})`

/** Writes down who is to be told what at once, exactly once, as `followChangeLog` does. */
export async function followNews(services: Services): Promise<void> {
  for (const source of services.news.sources) while (await followSome(services, source));
}

async function followSome({ store, clock, log }: Services, source: NewsSource): Promise<boolean> {
  const from = await readState(store.read, stateName(source))
  if (from === null) {
    await begin(store, source)
    return false
  }
  const now = seconds(clock)
  const entries = await changesAfter(store.read, Number(from), ENTRIES_AT_ONCE, source.area)
  if (entries.length === 0) return false
  const notices = new NewNotices()
  let reached = Number(from)
  for (const entry of entries) {
    reached = entry.seq
    if (entry.at < now - TOO_OLD) continue
    const told = await source.recipients(store.read, entry, now).catch(giveUp(log, entry, []))
    for (const { account, kind, frequency, item } of told)
      if (frequency === INSTANT)
        notices.add({ account, kind, subscription: 0, seq: entry.seq, changes: [item], total: 1 })
    if (notices.isFull(NOTICES_AT_ONCE)) break
    await breathe()
  }
  return store.transaction(tx => writeDown(tx, stateName(source), notices, from, reached, now))
}

/** What digests of a frequency tell, by account. */
export async function gatherNews(services: Services, window: Window, now: number): Promise<Map<number, Tally[]>> {
  const db = services.store.read
  const tallies = new Tallies()
  for (const source of services.news.sources) {
    for (let seq = window.after; seq < window.until; ) {
      const entries = await changesAfter(db, seq, ENTRIES_AT_ONCE, source.area)
      for (const entry of entries) {
        if (entry.seq > window.until || entry.at < window.since) continue
        for (const { account, kind, frequency, item } of await source.recipients(db, entry, now))
          if (frequency === window.frequency) tallies.addChange(account, kind, null, item)
        await breathe()
      }
      seq = entries.at(-1)?.seq ?? window.until
    }
  }
  return Map.groupBy([...tallies], tally => tally.account)
}
