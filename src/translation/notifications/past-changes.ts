import { firstSince } from '#events/old-changes.ts'
import type { Reader } from '#store/store.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { entriesAfter, type LogEntry, LoggedChanges } from './log-entries.ts'

export interface PastChanges {
  readonly entries: readonly { readonly entry: LogEntry; readonly changes: readonly ChangeRow[] }[]
  /** False when the scan stopped at a limit. */
  readonly isComplete: boolean
}

/** Limits that keep the scan under a second; on busier sites the result is a lower bound. */
const MOST_CHANGES = 4000
const MOST_ENTRIES = 4000

/** Changes recorded since a time in seconds. */
export async function pastChanges(db: Reader, since: number, actions: readonly number[]): Promise<PastChanges> {
  const result: { entry: LogEntry; changes: ChangeRow[] }[] = []
  let count = 0
  for (let seq = (await firstSince(db, since)) - 1; ; ) {
    const { entries, until } = await entriesAfter(db, seq)
    if (until === seq) return { entries: result, isComplete: true }
    const logged = new LoggedChanges(db, entries)
    for (const entry of entries) {
      if (entry.at < since) continue
      const changes: ChangeRow[] = []
      for await (const some of logged.of(entry, actions)) {
        changes.push(...some)
        if (count + changes.length >= MOST_CHANGES) break
      }
      count += changes.length
      if (changes.length > 0) result.push({ entry, changes })
      if (count >= MOST_CHANGES || result.length >= MOST_ENTRIES) return { entries: result, isComplete: false }
    }
    seq = until
  }
}
