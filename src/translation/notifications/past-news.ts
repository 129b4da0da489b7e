import type { Account } from '#accounts/account.ts'
import type { Services } from '#core/services.ts'
import { changesAfter, type LoggedChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { firstSince } from './past-changes.ts'

/** Something of another floor that one person would have been told. */
export interface PastNotice {
  /** Seconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly frequency: number
  readonly item: number
}

const ENTRIES_AT_ONCE = 200
/** So many entries of the log are looked at; on a site where more happens the answer is a lower bound. */
const MOST_ENTRIES = 4000

/** What news would have told one person with what they have chosen; `earliest` says how far to look back for that. */
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
