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
/** A statement that reads more keeps requests waiting on SQLite. */
const CHANGES_AT_ONCE = 100

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

/**
 * The changes of entries that were read together. Of a burst each entry has a change or two, which stand beside those of the
 * next: so a portion that was read for one serves the others too.
 */
export class LoggedChanges {
  readonly #db: Reader
  readonly #last: number
  #portion: { readonly from: number; readonly until: number; readonly rows: readonly ChangeRow[] } | null = null

  /** No change after those of the entries is looked at: it may be half written. */
  constructor(db: Reader, entries: readonly LogEntry[]) {
    this.#db = db
    this.#last = Math.max(0, ...entries.map(entry => entry.last))
  }

  /** Changes from a number on, and up to which one there are no others. */
  async #from(id: number): Promise<{ rows: readonly ChangeRow[]; until: number }> {
    const known = this.#portion
    if (known !== null && known.from <= id && id <= known.until) return known
    const rows = await this.#db
      .selectFrom('translation_change')
      .selectAll()
      .where('id', '>=', id)
      .where('id', '<=', this.#last)
      .orderBy('id')
      .limit(CHANGES_AT_ONCE)
      .execute()
    const until = rows.length < CHANGES_AT_ONCE ? this.#last : rows.at(-1)!.id
    this.#portion = { from: id, until, rows }
    return this.#portion
  }

  /** Those of an entry with one of these actions, in portions. What was removed since is not among them. */
  async *of(entry: LogEntry, actions: readonly number[]): AsyncGenerator<readonly ChangeRow[]> {
    const runs = entry.runs ?? [[entry.first, entry.last]]
    let run = 0
    const isOurs = ({ id }: ChangeRow): boolean => {
      while (runs[run] !== undefined && runs[run]![1] < id) run++
      return runs[run] !== undefined && runs[run]![0] <= id
    }
    for (let from = entry.first; from <= entry.last; ) {
      const { rows, until } = await this.#from(from)
      const first = rows.findIndex(row => row.id >= from)
      const behind = rows.findIndex(row => row.id > entry.last)
      if (first >= 0)
        yield rows
          .slice(first, behind < 0 ? undefined : behind)
          .filter(row => isOurs(row) && actions.includes(row.action))
      from = until + 1
      // On SQLite nothing here ever waits; requests must have their turn.
      await breathe()
    }
  }
}
