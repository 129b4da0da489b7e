import { type Replacement, replacementsIn } from '#patterns/replace.ts'
import { MAX_STEPS, STEPS_AT_ONCE, StepBudget } from '#patterns/step-budget.ts'
import { compileUserPattern } from '#patterns/user-pattern.ts'
import { isTooLong } from '../values/text-limit.ts'

export interface TextSearch {
  readonly find: string
  readonly replacement: string
  /** Whether `find` is a regular expression; it runs on RE2, in time linear in the text. */
  readonly isPattern: boolean
  readonly ignoresCase: boolean
}

/** A part of a text: kept if both sides are equal. */
export interface Piece {
  readonly before: string
  readonly after: string
}

/** Splits a text into kept and replaced parts; null if nothing changes. */
export type Replacer = (text: string) => readonly Piece[] | null

/**
 * Throws PatternError if the pattern is invalid. The replacer throws StepsExceeded if one text, or all texts together,
 * take too much work.
 */
export function replacerOf({ find, replacement, isPattern, ignoresCase }: TextSearch): Replacer {
  if (!isPattern && !ignoresCase) return text => piecesOf(text, plainMatches(text, find, replacement))
  // Case folding is left to the pattern engine, because lower-casing can change the length of a text.
  const pattern = compileUserPattern(isPattern ? find : quoted(find), { ignoreCase: ignoresCase })
  const template = isPattern ? replacement : replacement.replaceAll('$', '$$$$')
  const all = new StepBudget(MAX_STEPS)
  return text => {
    const own = new StepBudget(STEPS_AT_ONCE)
    const spend = (steps: number) => {
      own.spend(steps)
      all.spend(steps)
    }
    return piecesOf(text, replacementsIn(pattern, text, template, { spend }))
  }
}

export const textAfter = (pieces: readonly Piece[]): string => pieces.map(piece => piece.after).join('')

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, char => `\\${char}`)

function plainMatches(text: string, find: string, replacement: string): Replacement[] {
  const matches: Replacement[] = []
  for (let at = text.indexOf(find); at >= 0 && find !== ''; at = text.indexOf(find, at + find.length))
    matches.push({ start: at, end: at + find.length, text: replacement })
  return matches
}

function piecesOf(text: string, matches: readonly Replacement[]): Piece[] | null {
  const pieces: Piece[] = []
  const keep = (kept: string) => kept !== '' && pieces.push({ before: kept, after: kept })
  let at = 0
  for (const { start, end, text: after } of matches) {
    keep(text.slice(at, start))
    pieces.push({ before: text.slice(start, end), after })
    at = end
  }
  keep(text.slice(at))
  const result = textAfter(pieces)
  return result === text || isTooLong(result) ? null : pieces
}
