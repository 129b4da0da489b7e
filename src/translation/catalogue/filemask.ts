import { compileCodeFilter } from '#patterns/code-filter.ts'

interface MaskedFile {
  /** Path below the folder, with forward slashes. */
  path: string
  /** The text in place of the star. */
  code: string
}

/** Whether a mask has exactly one star, in place of the language. */
export const isMask = (mask: string): boolean => mask.split('*').length === 2

/** The paths that match a mask like `po/*.po`, with their language codes. Codes that `filter` does not match are left out. */
export function matchMask(mask: string, paths: readonly string[], filter = ''): MaskedFile[] {
  const passes = filter === '' ? () => true : compileCodeFilter(filter)
  const [before = '', after = ''] = mask.split('*')
  return paths.flatMap(path => {
    if (path.length <= before.length + after.length || !path.startsWith(before) || !path.endsWith(after)) return []
    const code = path.slice(before.length, path.length - after.length)
    return code.includes('/') || !passes(code) ? [] : [{ path, code }]
  })
}
