import { invalid, invalidField } from '#fields/problem.ts'
import { compileCodeFilter } from '#patterns/code-filter.ts'
import { compileUserPattern, PatternError } from '#patterns/user-pattern.ts'
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

/** Accepts regular expressions that can run in linear time. */
export const checkPattern = (source: string, attr: string): void => compiles(compileUserPattern, source, attr)

/** Accepts filters for language codes. */
export const checkCodeFilter = (source: string, attr: string): void => compiles(compileCodeFilter, source, attr)

function compiles(compile: (source: string) => unknown, source: string, attr: string): void {
  if (source === '') return
  try {
    compile(source)
  } catch (error) {
    throw error instanceof PatternError ? invalidField(attr, 'invalid', `The pattern takes ${error.message}.`) : error
  }
}
