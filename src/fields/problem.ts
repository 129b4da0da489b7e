/** One complaint about what was sent. `attr` names the field, with dots into nested ones; null when it is about the whole. */
export interface Problem {
  code: string
  detail: string
  attr: string | null
}

/** What was sent is not what was declared. All complaints come at once. */
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
