import type { EventData } from 'node:test'

/**
 * What a test run came to. A suite that is skipped hides how many tests it has, so it is told apart. What is left to another
 * run, by the words it gives for that, is not skipped.
 */
export class Summary {
  passed = 0
  failed = 0
  readonly #elsewhere: RegExp | undefined
  #leftToOthers = 0
  readonly #skipped = new Map<string, number>()
  readonly #skippedSuites = new Map<string, number>()

  constructor(elsewhere?: RegExp) {
    this.#elsewhere = elsewhere
  }

  pass({ details, skip }: Pick<EventData.TestPass, 'details' | 'skip'>): void {
    if (skip === undefined) {
      if (details.type !== 'suite') this.passed++
      return
    }
    const reason = typeof skip === 'string' ? skip : 'no reason given'
    if (this.#elsewhere?.test(reason)) {
      this.#leftToOthers++
      return
    }
    const counts = details.type === 'suite' ? this.#skippedSuites : this.#skipped
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }

  fail({ details }: Pick<EventData.TestFail, 'details'>): void {
    if (details.type !== 'suite') this.failed++
  }

  /** Reasons for which something was skipped that was promised to be there; `promised` matches the words they use for it. */
  wanting(promised: RegExp): string[] {
    return [...this.#skipped.keys(), ...this.#skippedSuites.keys()].filter(reason => promised.test(reason))
  }

  /** Why tests were skipped, a line each, and what it all came to. */
  lines(): string[] {
    return [
      ...(this.#leftToOthers > 0 ? [`${this.#leftToOthers} tests and suites are left to npm run test:beyond`] : []),
      ...[...this.#skipped].map(([reason, n]) => `skipped ${n}: ${reason}`),
      ...[...this.#skippedSuites].map(([reason, n]) => `skipped ${n} suites with all their tests: ${reason}`),
      `${this.passed} passed, ${this.failed} failed, ${sum(this.#skipped) + sum(this.#skippedSuites)} skipped`,
    ]
  }
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0)
