import { compileUserPattern, type UserPattern } from '#patterns/user-pattern.ts'

const escaped = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')

/**
 * A pattern of paths as in Crowdin's configuration: `*` and `?` within a folder, `**` across folders, `[sets]` and
 * `\` before a character. Its first group is what the first `**` stands for.
 */
export function globPattern(glob: string): UserPattern {
  let source = ''
  let hasFolders = false
  for (let i = 0; i < glob.length; i++) {
    const char = glob[i]!
    if (glob.startsWith('**', i)) {
      i += glob[i + 2] === '/' ? 2 : 1
      source += hasFolders ? '(?:.*/)?' : '((?:.*/)?)'
      hasFolders = true
      if (glob[i] !== '/' && i + 1 >= glob.length) source += '[^/]*'
    } else if (char === '*') source += '[^/]*'
    else if (char === '?') source += '[^/]'
    else if (char === '[' && glob.indexOf(']', i + 2) !== -1) {
      const end = glob.indexOf(']', i + 2)
      source += `[${glob.slice(i + 1, end).replace(/[\\[]/g, '\\$&')}]`
      i = end
    } else if (char === '\\' && i + 1 < glob.length) source += escaped(glob[++i]!)
    else source += escaped(char)
  }
  return compileUserPattern(source, { dotAll: true })
}
