/** Running patterns takes more steps than there are left. */
export class StepsExceeded extends Error {
  constructor(steps: number) {
    super(`takes a pattern that needs at most ${steps} steps (its size times the length of the text)`)
    this.name = 'StepsExceeded'
  }
}

/** How many steps may be spent here before others have their turn: a few milliseconds, some dozens with a hostile pattern. */
export const STEPS_AT_ONCE = 1_000_000
/** And how many in a thread of its own, for all patterns and texts of one string. */
export const MAX_STEPS = 30_000_000

/** What running patterns may take, in instructions times characters: the same on every machine. */
export class StepBudget {
  readonly steps: number
  /** Nobody else has more: what does not fit is not run. Otherwise it is run again elsewhere. */
  readonly isLast: boolean
  #left: number

  constructor(steps: number, isLast = true) {
    this.steps = steps
    this.isLast = isLast
    this.#left = steps
  }

  /** Fails before the work is done, not after. */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new StepsExceeded(this.steps)
  }
}
