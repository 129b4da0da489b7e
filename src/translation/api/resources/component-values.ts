import { FlagSyntaxError, parseFlags } from '../../checks/flags.ts'
import { format, formats } from '../../formats/index.ts'
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

/** Refuses a format that Parlance cannot read. */
export function checkFileFormat(id: string): void {
  if (format(id) !== undefined) return
  const known = formats().map(each => each.id)
  throw invalidField('file_format', 'invalid_choice', `"${id}" is not a valid choice. There are ${known.join(', ')}.`)
}
