import { lastChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { entriesAfter, type LogEntry, LoggedChanges } from './log-entries.ts'

export interface PastChanges {
  readonly entries: readonly { readonly entry: LogEntry; readonly changes: readonly ChangeRow[] }[]
  /** False when there was more than is looked at. */
  readonly isComplete: boolean
}

/** So many changes, and entries of the log, are looked at, which takes less than a second; on a site where more happens the answer is a lower bound. */
const MOST_CHANGES = 4000
const MOST_ENTRIES = 4000

/** What the change log tells since a moment (in seconds), read once for everything that is to be found out about it. */
export async function pastChanges(db: Reader, since: number, actions: readonly number[]): Promise<PastChanges> {
  const found: { entry: LogEntry; changes: ChangeRow[] }[] = []
  let count = 0
  for (let seq = (await firstSince(db, since)) - 1; ; ) {
    const { entries, until } = await entriesAfter(db, seq)
    if (until === seq) return { entries: found, isComplete: true }
    const logged = new LoggedChanges(db, entries)
    for (const entry of entries) {
      if (entry.at < since) continue
      const changes: ChangeRow[] = []
      for await (const some of logged.of(entry, actions)) {
        changes.push(...some)
        if (count + changes.length >= MOST_CHANGES) break
      }
      count += changes.length
      if (changes.length > 0) found.push({ entry, changes })
      if (count >= MOST_CHANGES || found.length >= MOST_ENTRIES) return { entries: found, isComplete: false }
    }
    seq = until
  }
}

/** The number of the first entry that is not older. Time runs with the numbers, so it is found by halving. */
export async function firstSince(db: Reader, since: number): Promise<number> {
  let low = 1
  let high = (await lastChange(db)) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await db
      .selectFrom('change_log')
      .select(['seq', 'at'])
      .where('seq', '>=', middle)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined || row.at >= since) high = middle
    else low = row.seq + 1
  }
  return low
}
