import { validateFlags } from '../../checks/known-flags.ts'
import { invalid, invalidField } from '../../fields/problem.ts'
import { format, formats } from '../../formats/index.ts'

/** Refuses flags that cannot be read, that do not exist or that take other parameters: each would do nothing at all. */
export function checkFlagsAreReadable(
  flags: string | undefined,
  attr = 'check_flags',
  look: 'all' | 'names' = 'all',
): void {
  if (flags === undefined) return
  const problems = validateFlags(flags, look)
  if (problems.length > 0) throw invalid(...problems.map(detail => ({ code: 'invalid', detail, attr })))
}

/** Refuses a format that Parlance cannot read. */
export function checkFileFormat(id: string): void {
  if (format(id) !== undefined) return
  const known = formats().map(each => each.id)
  throw invalidField('file_format', 'invalid_choice', `"${id}" is not a valid choice. There are ${known.join(', ')}.`)
}
