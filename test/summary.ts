import type { EventData } from 'node:test'

/**
 * Result of a test run. Skipped suites are counted separately, because the number of their tests is unknown. Skips
 * whose reason matches `elsewhere` are left to another run and do not count as skipped.
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

  /** Skip reasons that match `required`: they name a dependency that should have been present. */
  missing(required: RegExp): string[] {
    return [...this.#skipped.keys(), ...this.#skippedSuites.keys()].filter(reason => required.test(reason))
  }

  /** One line per skip reason, then the totals. */
  lines(): string[] {
    return [
      ...(this.#leftToOthers > 0 ? [`${this.#leftToOthers} tests and suites need npm run test:beyond`] : []),
      ...[...this.#skipped].map(([reason, n]) => `skipped ${n}: ${reason}`),
      ...[...this.#skippedSuites].map(([reason, n]) => `skipped ${n} whole suites: ${reason}`),
      `${this.passed} passed, ${this.failed} failed, ${sum(this.#skipped) + sum(this.#skippedSuites)} skipped`,
    ]
  }
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0)
