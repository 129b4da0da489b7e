/** Running a pattern would exceed the budget. */
export class StepsExceeded extends Error {
  constructor(steps: number) {
    super(`takes a pattern that needs at most ${steps} steps (its size times the length of the text)`)
    this.name = 'StepsExceeded'
  }
}

/** Budget on the main thread: a few milliseconds, or a few dozen with a hostile pattern. */
export const STEPS_AT_ONCE = 1_000_000
/** Budget on a worker thread, for all patterns and texts of one string. */
export const MAX_STEPS = 30_000_000

/** Limits the work of running patterns, in instructions times characters, which is the same on every machine. */
export class StepBudget {
  readonly steps: number
  /** True if there is no larger budget to fall back to: a pattern that exceeds this one is not run at all. */
  readonly isLast: boolean
  #left: number

  constructor(steps: number, isLast = true) {
    this.steps = steps
    this.isLast = isLast
    this.#left = steps
  }

  /** Call before the work, so that it fails before and not after. */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new StepsExceeded(this.steps)
  }
}
