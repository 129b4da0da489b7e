// Patterns that people write on pages have the budget of all patterns that users write (src/patterns).
import { compileUserPattern, PatternError, type PatternOptions, type UserPattern } from '#patterns/user-pattern.ts'

const OPTIONS: Readonly<Record<'whole title' | 'any case' | 'lines', PatternOptions>> = {
  'whole title': { dotAll: true },
  'any case': { dotAll: true, ignoreCase: true },
  lines: { ignoreCase: true, lines: true },
}

/**
 * A pattern ready to run; null when it is none, asks for what takes more than linear time (looking around, referring back), or
 * is larger than a pattern may be.
 */
export function safePattern(source: string, options: keyof typeof OPTIONS): UserPattern | null {
  try {
    return compileUserPattern(source, OPTIONS[options])
  } catch (error) {
    if (error instanceof PatternError) return null
    throw error
  }
}
