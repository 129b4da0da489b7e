/** What an export says it has done with things of one kind: `written` and what was left out make up all there are. */
export interface Count {
  written: number
  /** How many were left out, by reason. */
  leftOut: Record<string, number>
  /** How many were written but are not all there, by what is the matter. */
  remarks: Record<string, number>
}

export const noneYet = (): Count => ({ written: 0, leftOut: {}, remarks: {} })

export type Counts = Record<string, Count>

/** Counts while an export is under way; what it holds can be noted and taken up again. */
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

  /** What is missing to `total` was left out for one reason. */
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
