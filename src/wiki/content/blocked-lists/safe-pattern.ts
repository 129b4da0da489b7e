// Patterns from wiki pages share the budget of all user-written patterns (src/patterns).
import { compileUserPattern, PatternError, type PatternOptions, type UserPattern } from '#patterns/user-pattern.ts'

const OPTIONS: Readonly<Record<'whole title' | 'any case' | 'lines', PatternOptions>> = {
  'whole title': { dotAll: true },
  'any case': { dotAll: true, ignoreCase: true },
  lines: { ignoreCase: true, lines: true },
}

/**
 * Compiles a pattern. Null when it is invalid, too large, or needs more than linear time (lookaround, backreferences).
 */
export function safePattern(source: string, options: keyof typeof OPTIONS): UserPattern | null {
  try {
    return compileUserPattern(source, OPTIONS[options])
  } catch (error) {
    if (error instanceof PatternError) return null
    throw error
  }
}
