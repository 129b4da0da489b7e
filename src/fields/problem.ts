/** An error in the input. `attr` is the field, with dots for nested fields; null for the whole request. */
export interface Problem {
  code: string
  detail: string
  attr: string | null
}

/** The input does not match its declaration. Reports all errors together. */
export class InvalidInput extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems[0]?.detail ?? 'Invalid input.')
    this.problems = problems
  }
}

export const invalid = (...problems: Problem[]): InvalidInput => new InvalidInput(problems)
export const invalidField = (attr: string, code: string, detail: string): InvalidInput =>
  invalid({ code, detail, attr })
