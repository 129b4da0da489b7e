import { help, optional, ruled } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { compileUserPattern, PatternError } from '#patterns/user-pattern.ts'

/** Accepts every code without a full stop, as Weblate does. */
const ALL_LANGUAGES = '^[^.]+$'

/** Accepts regular expressions that can run in linear time. */
function readableAsPattern(source: string, attr: string): void {
  try {
    compileUserPattern(source)
  } catch (error) {
    throw error instanceof PatternError ? invalidField(attr, 'invalid', `The pattern takes ${error.message}.`) : error
  }
}

/** Which languages a component reads from its files. */
export const languageFilter = {
  language_regex: help(
    ruled(optional(text({ blank: true, max: 500 }), ALL_LANGUAGES), readableAsPattern),
    'Regular expression (RE2) for the language codes in file names. Files with other codes are left out.',
  ),
}
