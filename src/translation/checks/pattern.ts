// Patterns in flags share the budget of all user-defined patterns (src/patterns).

import { compileAlternatives, PatternError, type UserPattern } from '#patterns/user-pattern.ts'
import { FlagParameterError } from './flags.ts'

/** Compiles patterns of a flag to one that finds what any of them finds, or throws FlagParameterError. */
export function compilePatterns(sources: readonly string[], ignoreCase = false): UserPattern {
  try {
    return compileAlternatives(sources, { ignoreCase })
  } catch (error) {
    throw error instanceof PatternError ? new FlagParameterError(`takes ${error.message}`) : error
  }
}

/** A pattern that finds any of some literal texts; the first of them that fits wins. */
export const anyOf = (texts: readonly string[]): RegExp =>
  new RegExp(texts.map(text => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
