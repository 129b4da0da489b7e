// Filters for language codes. RE2 has no lookahead, because it takes linear time. The way to leave codes out that people
// know from Weblate, `^(?!(cs|de)$).+$`, needs only one at the beginning. Two patterns express the same.

import { compileUserPattern } from './user-pattern.ts'

export type CodeFilter = (code: string) => boolean

const EXCLUSION = '^(?!'

/** Compiles a filter. Throws PatternError if it is invalid or exceeds a limit. */
export function compileCodeFilter(source: string): CodeFilter {
  const parts = splitExclusion(source)
  if (parts === null) {
    const pattern = compileUserPattern(source)
    return code => pattern.matcher(code).find()
  }
  const excluded = compileUserPattern(`^(?:${parts.excluded})`)
  const rest = compileUserPattern(`^${parts.rest}`)
  return code => !excluded.matcher(code).find() && rest.matcher(code).find()
}

/** The parts of a pattern that begins with an exclusion; null for other patterns. */
function splitExclusion(source: string): { excluded: string; rest: string } | null {
  if (!source.startsWith(EXCLUSION)) return null
  let depth = 1
  let end = -1
  for (const { at, char } of syntaxOf(source, EXCLUSION.length)) {
    if (char === '(') depth++
    if (char === ')' && --depth === 0 && end === -1) end = at
    // An alternative of the whole pattern would not begin with the exclusion.
    if (char === '|' && depth === 0) return null
  }
  return end === -1 ? null : { excluded: source.slice(EXCLUSION.length, end), rest: source.slice(end + 1) }
}

/** The parentheses and bars of a pattern, without those that stand for themselves. */
function* syntaxOf(source: string, from: number): Generator<{ at: number; char: string }> {
  for (let at = from; at < source.length; at++) {
    const char = source[at]!
    if (char === '\\') at++
    else if (char === '[') at = endOfClass(source, at)
    else if ('()|'.includes(char)) yield { at, char }
  }
}

/** The position of the bracket that closes a class. A bracket at its beginning stands for itself. */
function endOfClass(source: string, start: number): number {
  let at = source[start + 1] === '^' ? start + 2 : start + 1
  if (source[at] === ']') at++
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1
  return at
}
