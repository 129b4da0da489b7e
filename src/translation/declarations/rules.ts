import { invalid, invalidField } from '#fields/problem.ts'
import { validateFlags } from '../checks/known-flags.ts'
import { format, formats } from '../formats/index.ts'
import { isInside } from '../values/file-path.ts'

/** Rejects flags with syntax errors, unknown names or invalid parameters, which would have no effect. */
export function checkFlagsAreReadable(
  flags: string | undefined,
  attr = 'check_flags',
  look: 'all' | 'names' = 'all',
): void {
  if (flags === undefined) return
  const problems = validateFlags(flags, look)
  if (problems.length > 0) throw invalid(...problems.map(detail => ({ code: 'invalid', detail, attr })))
}

/** Rejects unsupported file formats. */
export function checkFileFormat(id: string, attr: string): void {
  if (format(id) !== undefined) return
  const supported = formats().map(each => each.id)
  throw invalidField(attr, 'invalid_choice', `"${id}" is not a valid choice. Valid choices: ${supported.join(', ')}.`)
}

/** Rejects file names that lead outside the folder or break download headers. */
export function checkFilePath(path: string, attr: string): void {
  if (path === '' || isInside(path)) return
  throw invalidField(
    attr,
    'invalid',
    'Enter a relative path with forward slashes, without "..", empty parts or control characters.',
  )
}
