// What clients sent, what was acknowledged, and why requests failed.

/** A write with an id that nothing else contains. */
interface Entry {
  readonly id: string
  readonly author: string
}

/** Kinds of writes that are counted one by one at the end. */
export const WRITES = ['edit', 'string', 'suggestion', 'comment', 'email'] as const
export type Write = (typeof WRITES)[number]

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

export class Ledger {
  /** The fault that is under way; 'none' in quiet times. */
  during = 'none'
  requests = 0
  /** Writes that were acknowledged, by kind. */
  readonly acknowledged = new Map<Write, Entry[]>(WRITES.map(kind => [kind, []]))
  /** Emails whose request failed: they may have been sent or not. */
  readonly uncertain = new Set<string>()
  /** Own writes that a later read of the same author did not show. */
  readonly stale: string[] = []
  /** Reads that checked an own write. */
  ownReads = 0
  readonly responses = new Map<string, number>()
  /** By fault and cause. */
  readonly failures = new Map<string, number>()
  readonly samples = new Map<string, string>()

  /** A request of this kind was answered as expected. */
  succeed(kind: string): void {
    this.requests++
    count(this.responses, kind)
  }

  /** A request failed that was sent `during` this fault. `detail` is shown if the cause needs an explanation. */
  fail(during: string, cause: string, detail: string): void {
    this.requests++
    const key = `${during}: ${cause}`
    count(this.failures, key)
    if (!this.samples.has(key)) this.samples.set(key, detail.slice(0, 400))
  }

  acknowledge(kind: Write, entry: Entry): void {
    this.acknowledged.get(kind)!.push(entry)
  }

  get writes(): number {
    return [...this.acknowledged.values()].reduce((sum, entries) => sum + entries.length, 0)
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, times) => sum + times, 0)
  }
}
