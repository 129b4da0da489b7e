/** Export totals for one kind of item: `written` plus everything left out equals the total. */
export interface Count {
  written: number
  /** Number left out, by reason. */
  leftOut: Record<string, number>
  /** Number written incompletely, by problem. */
  remarks: Record<string, number>
}

export const noneYet = (): Count => ({ written: 0, leftOut: {}, remarks: {} })

export type Counts = Record<string, Count>

/** Counters of a running export, which can be saved and resumed. */
export class Tally {
  readonly counts: Counts

  constructor(counts: Counts = {}) {
    this.counts = structuredClone(counts)
  }

  write(kind: string, count = 1): void {
    this.#of(kind).written += count
  }

  skip(kind: string, reason: string, count = 1): void {
    const { leftOut } = this.#of(kind)
    leftOut[reason] = (leftOut[reason] ?? 0) + count
  }

  note(kind: string, remark: string): void {
    const { remarks } = this.#of(kind)
    remarks[remark] = (remarks[remark] ?? 0) + 1
  }

  /** Counts everything missing up to `total` as left out for one reason. */
  complete(kind: string, total: number, reason: string): void {
    const { written, leftOut } = this.#of(kind)
    const missing = total - written - Object.values(leftOut).reduce((sum, count) => sum + count, 0)
    if (missing > 0) this.skip(kind, reason, missing)
  }

  writtenOf(kind: string): number {
    return this.counts[kind]?.written ?? 0
  }

  #of(kind: string): Count {
    this.counts[kind] ??= noneYet()
    return this.counts[kind]
  }
}
