/**
 * Totals for the rows of one table or the pages of an export: `read` always equals `stored` plus everything skipped.
 */
interface TableSummary {
  read: number
  stored: number
  skipped: Record<string, number>
  /** Rows that were stored but lack something. */
  incomplete?: Record<string, number>
}

export interface FileSummary {
  readonly file: string
  /** Set when an earlier import already finished this file. */
  readonly alreadyImported?: boolean
  readonly tables: Record<string, TableSummary>
}

export function addOutcome(
  tables: Record<string, TableSummary>,
  name: string,
  read: number,
  outcome: {
    readonly stored: number
    readonly skipped: ReadonlyMap<string, number>
    readonly incomplete?: ReadonlyMap<string, number>
  },
): void {
  const counts = tables[name] ?? { read: 0, stored: 0, skipped: {} }
  tables[name] = counts
  counts.read += read
  counts.stored += outcome.stored
  for (const [reason, count] of outcome.skipped) counts.skipped[reason] = (counts.skipped[reason] ?? 0) + count
  for (const [what, count] of outcome.incomplete ?? []) {
    counts.incomplete ??= {}
    counts.incomplete[what] = (counts.incomplete[what] ?? 0) + count
  }
}
