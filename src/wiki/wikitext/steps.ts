/** Parsing a text exceeded its step limit. */
export class TooManySteps extends Error {
  constructor() {
    super('The text is too complex.')
    this.name = 'TooManySteps'
  }
}

/**
 * Counts the work of parsing a text. A step is about a microsecond on an ordinary machine: half a tree node, or a few
 * dozen scanned characters. Unlike time, steps are reproducible.
 */
export class Steps {
  used = 0
  readonly limit: number

  constructor(limit: number = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  spend(count: number): void {
    this.used += count
    // Also throws for NaN, which would never exceed the limit.
    if (!(this.used <= this.limit)) throw new TooManySteps()
  }

  /** For work proportional to the length of a text; `perStep` is the number of characters per step. */
  read(text: string, perStep: number): void {
    this.spend(1 + text.length / perStep)
  }
}
