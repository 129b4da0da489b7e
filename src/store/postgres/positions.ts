/** How long samples are kept, in seconds. A replica that is further behind lags by at least this. */
const KEPT_S = 600

/**
 * Positions of the primary's log over time. The lag of a replica is the time since the primary was where the replica is
 * now. Unlike the age of the last replayed transaction, it does not grow while the primary has nothing to do, and it
 * does not compare the clocks of two machines.
 */
export class Positions {
  readonly #samples: { readonly at: number; readonly position: number }[] = []

  /** `at` is in seconds. Call with growing times. */
  add(at: number, position: number): void {
    this.#samples.push({ at, position })
    while (this.#samples[0]!.at < at - KEPT_S) this.#samples.shift()
  }

  /** A new primary may begin before the position that the old one had reached. */
  clear(): void {
    this.#samples.length = 0
  }

  /** Seconds between this position and the newest one; null if there are too few samples to tell. */
  lagAt(position: number): number | null {
    const newest = this.#samples.at(-1)
    if (newest === undefined) return null
    if (position >= newest.position) return 0
    const at = this.#samples.findLastIndex(sample => sample.position <= position)
    if (at < 0) return this.#samples.length < 2 ? null : newest.at - this.#samples[0]!.at
    const before = this.#samples[at]!
    const after = this.#samples[at + 1]!
    const share = (position - before.position) / (after.position - before.position)
    return newest.at - (before.at + share * (after.at - before.at))
  }
}
