interface MaskedFile {
  /** Path below the folder, with forward slashes. */
  path: string
  /** What stands where the mask has its star. */
  code: string
}

/** Whether a mask says where the language stands: exactly one star. */
export const isMask = (mask: string): boolean => mask.split('*').length === 2

/** Which of these paths fit a mask such as `po/*.po`, and for which language code. */
export function matchMask(mask: string, paths: readonly string[]): MaskedFile[] {
  const [before = '', after = ''] = mask.split('*')
  return paths.flatMap(path => {
    if (path.length <= before.length + after.length || !path.startsWith(before) || !path.endsWith(after)) return []
    const code = path.slice(before.length, path.length - after.length)
    return code.includes('/') ? [] : [{ path, code }]
  })
}
