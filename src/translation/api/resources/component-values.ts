import { FlagSyntaxError, parseFlags } from '../../checks/flags.ts'
import { invalidField } from '../errors.ts'

/** Refuses flags that nobody could read, where somebody can still correct them. */
export function checkFlagsAreReadable(flags: string | undefined, attr = 'check_flags'): void {
  if (flags === undefined) return
  try {
    parseFlags(flags)
  } catch (error) {
    if (!(error instanceof FlagSyntaxError)) throw error
    throw invalidField(attr, 'invalid', error.message)
  }
}

/** The format's id, or the error that lists those there are. */
export function fileFormat(id: string): string {
  return id
}
