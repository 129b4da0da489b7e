// Small changes to a line that a test should notice.

export interface Mutation {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly before: string
  readonly after: string
}

/** Operators between spaces, as the formatter writes them, and what each becomes. */
const OPERATORS: readonly (readonly [string, string])[] = [
  [' === ', ' !== '],
  [' !== ', ' === '],
  [' < ', ' <= '],
  [' <= ', ' < '],
  [' > ', ' >= '],
  [' >= ', ' > '],
  [' && ', ' || '],
  [' || ', ' && '],
  [' + 1', ' - 1'],
  [' - 1', ' + 1'],
  [' ?? 0', ' ?? 1'],
  ["'=', 1)", "'=', 0)"],
  ["'=', 0)", "'=', 1)"],
  ["'<', ", "'<=', "],
  ["'>', ", "'>=', "],
]

/** Not code, or code that only types see, or nothing that could be noticed. */
const NO_CODE = /^\s*(\/\/|\*|\/\*|import |export (type|interface) |type |interface |\| )|<[A-Z][\w ,<>|]*>\(|extends/

/** Every mutation of one file: one for each operator on each line. */
export function mutationsOf(file: string, text: string): Mutation[] {
  return text.split('\n').flatMap((before, index) => {
    if (NO_CODE.test(before)) return []
    return OPERATORS.flatMap(([operator, other]) => {
      const at = before.indexOf(operator)
      if (at < 0 || isInText(before, at)) return []
      const after = before.slice(0, at) + other + before.slice(at + operator.length)
      return [{ file, line: index + 1, before, after }]
    })
  })
}

/** Whether a place lies within a quoted text. Lines are formatted, so counting quotes is enough. */
function isInText(line: string, at: number): boolean {
  const quotes = (line.slice(0, at).match(/(?<!\\)['"`]/g) ?? []).length
  return quotes % 2 === 1 && !line.startsWith("'", at)
}

/** The text of a file with one mutation. */
export function mutated(text: string, { line, after }: Mutation): string {
  const lines = text.split('\n')
  lines[line - 1] = after
  return lines.join('\n')
}

/**
 * Places in a text of which one is executed if the mutation is. V8 reports the right side of `&&` and `||` apart, with the operator,
 * so for these the beginning of the line counts too.
 */
export function placesOf(text: string, { line, before, after }: Mutation): number[] {
  const start = text
    .split('\n')
    .slice(0, line - 1)
    .reduce((length, each) => length + each.length + 1, 0)
  let column = 0
  while (before[column] === after[column]) column++
  return [start + column, ...('&|'.includes(before[column]!) ? [start + before.search(/\S/)] : [])]
}
