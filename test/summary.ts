import type { EventData } from 'node:test'

/** What a test run came to. A suite that is skipped hides how many tests it has, so it is told apart. */
export class Summary {
  passed = 0
  failed = 0
  readonly #skipped = new Map<string, number>()
  readonly #skippedSuites = new Map<string, number>()

  pass({ details, skip }: Pick<EventData.TestPass, 'details' | 'skip'>): void {
    if (skip === undefined) {
      if (details.type !== 'suite') this.passed++
      return
    }
    const counts = details.type === 'suite' ? this.#skippedSuites : this.#skipped
    const reason = typeof skip === 'string' ? skip : 'no reason given'
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
      ...[...this.#skipped].map(([reason, n]) => `skipped ${n}: ${reason}`),
      ...[...this.#skippedSuites].map(([reason, n]) => `skipped ${n} suites with all their tests: ${reason}`),
      `${this.passed} passed, ${this.failed} failed, ${sum(this.#skipped) + sum(this.#skippedSuites)} skipped`,
    ]
  }
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0)
