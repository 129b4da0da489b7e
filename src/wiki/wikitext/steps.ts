/** Reading a text took more steps than it may. */
export class TooManySteps extends Error {
  constructor() {
    super('The text takes more work than it may.')
    this.name = 'TooManySteps'
  }
}

/**
 * Counts the work that reading a text takes. A step is about a thousandth of a millisecond on an ordinary machine: half a node of
 * the tree, a few dozen characters that are looked over. Unlike time, steps are the same on every machine and at every hour.
 */
export class Steps {
  used = 0
  readonly limit: number

  constructor(limit: number = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  spend(count: number): void {
    this.used += count
    // What is no number ends the work as well: it would never be more than the limit.
    if (!(this.used <= this.limit)) throw new TooManySteps()
  }

  /** For work that grows with the length of a text; `perStep` says how many characters are worth a step. */
  read(text: string, perStep: number): void {
    this.spend(1 + text.length / perStep)
  }
}
