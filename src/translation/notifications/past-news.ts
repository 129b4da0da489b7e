import type { Account } from '#accounts/account.ts'
import type { Services } from '#core/services.ts'
import { changesAfter, type LoggedChange } from '#events/change-log.ts'
import { firstSince } from '#events/old-changes.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'

/** A news item that one account would have been notified about. */
export interface PastNotice {
  /** Seconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly frequency: number
  readonly item: number
}

const ENTRIES_AT_ONCE = 200
/** Limit on log entries to scan; on busier sites the result is a lower bound. */
const MOST_ENTRIES = 4000

/** News an account would have received with its current choices; `earliest` returns how far to look back. */
export async function pastNotices(
  { news }: Services,
  db: Reader,
  account: Account,
  earliest: (chosen: readonly { readonly frequency: number }[]) => number,
): Promise<{ notices: PastNotice[]; isComplete: boolean }> {
  const notices: PastNotice[] = []
  let isComplete = true
  for (const source of news.sources) {
    const { frequencies, minorEdits } = await source.choicesOf(db, account.id)
    const chosen = Object.values(frequencies).map(frequency => ({ frequency }))
    if (chosen.every(({ frequency }) => frequency === 0)) continue
    const since = earliest(chosen)
    const portions = entriesSince(db, source.area, since, () => {
      isComplete = false
    })
    for (const { at, kind, item, minor } of await source.past(db, account, portions)) {
      const frequency = frequencies[kind] ?? 0
      if (frequency > 0 && at >= since && (!minor || minorEdits)) notices.push({ at, kind, frequency, item })
    }
  }
  return { notices, isComplete }
}

async function* entriesSince(
  db: Reader,
  area: string,
  since: number,
  tooMany: () => void,
): AsyncGenerator<readonly LoggedChange[]> {
  let seq = (await firstSince(db, since)) - 1
  for (let read = 0; ; read += ENTRIES_AT_ONCE) {
    const entries = await changesAfter(db, seq, ENTRIES_AT_ONCE, area)
    if (entries.length === 0) return
    if (read >= MOST_ENTRIES) return tooMany()
    yield entries
    seq = entries.at(-1)!.seq
    await breathe()
  }
}
