/** Reproducible random choices: the same seed gives the same sequence. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a function that rewinds the sequence to this point. */
  mark(): () => void {
    const state = this.#state
    return () => {
      this.#state = state
    }
  }

  /** At least 0, below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** A random part of a list, in the same order. */
  some<T>(list: readonly T[], share = 0.5): T[] {
    return list.filter(() => this.chance(share))
  }
}
