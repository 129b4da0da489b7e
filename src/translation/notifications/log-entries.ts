import { type LoggedChange, readChanges } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import type { ChangeRow } from './kinds/kind.ts'

/** A change log entry that covers changes of the translation platform. */
export interface LogEntry {
  readonly seq: number
  /** Seconds since 1970. */
  readonly at: number
  readonly first: number
  readonly last: number
  /** The change ids between first and last, as ranges; all of them when absent. */
  readonly runs?: readonly (readonly [number, number])[]
}

const ENTRIES_AT_ONCE = 100
/** On SQLite, a longer statement blocks requests. */
const CHANGES_AT_ONCE = 100

/** Quiet work never triggers emails. */
export const asEntry = ({ seq, at, kind, data }: LoggedChange): LogEntry[] =>
  kind === 'changes' && data.quiet !== true ? [{ seq, at, ...(data as unknown as Omit<LogEntry, 'seq' | 'at'>) }] : []

/** The next entries after a sequence number. `until` is the last number read; unchanged when nothing is new. */
export async function entriesAfter(
  db: Reader,
  seq: number,
  most = ENTRIES_AT_ONCE,
): Promise<{ entries: LogEntry[]; until: number }> {
  const { entries, until } = await readChanges(db, seq, most, 'translation')
  return { entries: entries.flatMap(asEntry), until }
}

/**
 * The changes of entries that were read together. In a burst, each entry has one or two changes with adjacent ids, so rows
 * read for one entry are reused for the next.
 */
export class LoggedChanges {
  readonly #db: Reader
  readonly #last: number
  #portion: { readonly from: number; readonly until: number; readonly rows: readonly ChangeRow[] } | null = null

  /** Never reads beyond the last entry: later changes may not be committed yet. */
  constructor(db: Reader, entries: readonly LogEntry[]) {
    this.#db = db
    this.#last = Math.max(0, ...entries.map(entry => entry.last))
  }

  /** A batch of changes from an id on; `until` is the last id it covers. */
  async #from(id: number): Promise<{ rows: readonly ChangeRow[]; until: number }> {
    const cached = this.#portion
    if (cached !== null && cached.from <= id && id <= cached.until) return cached
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

  /** Yields an entry's changes with the given actions in batches, without those deleted since. */
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
      // SQLite queries never yield, so let requests run in between.
      await breathe()
    }
  }
}
