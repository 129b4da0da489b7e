import { invalid, invalidField } from '#fields/problem.ts'
import { validateFlags } from '../checks/known-flags.ts'
import { format, formats } from '../formats/index.ts'
import { isInside } from '../values/file-path.ts'

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
export function checkFileFormat(id: string, attr: string): void {
  if (format(id) !== undefined) return
  const known = formats().map(each => each.id)
  throw invalidField(attr, 'invalid_choice', `"${id}" is not a valid choice. There are ${known.join(', ')}.`)
}

/** Refuses names of files that lead elsewhere or break the headers of a download. */
export function checkFilePath(path: string, attr: string): void {
  if (path === '' || isInside(path)) return
  throw invalidField(
    attr,
    'invalid',
    'Enter a relative path with forward slashes, without "..", empty parts or control characters.',
  )
}
