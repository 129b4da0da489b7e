import { changesAfter, type LoggedChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import type { ChangeRow } from './kinds/kind.ts'

/** An entry of the change log that stands for changes of the translation platform. */
export interface LogEntry {
  readonly seq: number
  /** Seconds since 1970. */
  readonly at: number
  readonly first: number
  readonly last: number
  /** Which of the numbers from the first to the last, as runs without gaps; all of them when absent. */
  readonly runs?: readonly (readonly [number, number])[]
}

const ENTRIES_AT_ONCE = 100
const CHANGES_AT_ONCE = 500

/** Work that tells nobody of itself is no entry for mail. */
const asEntry = ({ seq, at, kind, data }: LoggedChange): LogEntry[] =>
  kind === 'changes' && data.quiet !== true ? [{ seq, at, ...(data as unknown as Omit<LogEntry, 'seq' | 'at'>) }] : []

/** The next entries after a number, and how far that is; nothing new when `until` stays the same. */
export async function entriesAfter(
  db: Reader,
  seq: number,
  most = ENTRIES_AT_ONCE,
): Promise<{ entries: LogEntry[]; until: number }> {
  const logged = await changesAfter(db, seq, most, 'translation')
  return { entries: logged.flatMap(asEntry), until: logged.at(-1)?.seq ?? seq }
}

/** The changes of an entry with one of these actions, in portions. What was removed since is not among them. */
export async function* changesOf(
  db: Reader,
  entry: LogEntry,
  actions: readonly number[],
): AsyncGenerator<readonly ChangeRow[]> {
  const runs = entry.runs ?? [[entry.first, entry.last]]
  let run = 0
  const isOurs = (id: number): boolean => {
    while (runs[run] !== undefined && runs[run]![1] < id) run++
    return runs[run] !== undefined && runs[run]![0] <= id
  }
  for (let from = entry.first; from <= entry.last; ) {
    const rows = await db
      .selectFrom('translation_change')
      .selectAll()
      .where('id', '>=', from)
      .where('id', '<=', entry.last)
      .orderBy('id')
      .limit(CHANGES_AT_ONCE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.filter(row => isOurs(row.id) && actions.includes(row.action))
    from = last.id + 1
    // On SQLite nothing here ever waits; requests must have their turn.
    await breathe()
  }
}
