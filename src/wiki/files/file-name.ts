import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { titleInNamespace, titleOrNull } from '../site/titles.ts'

/** Maximum bytes of a name, leaving room for the archive timestamp. */
export const LONGEST_NAME = 240

/** Extensions rejected anywhere in a name, because servers or systems execute such files. */
const BANNED: ReadonlySet<string> = new Set([
  ...['html', 'htm', 'js', 'jsb', 'mhtml', 'mht', 'xhtml', 'xht', 'php', 'phtml', 'php3', 'php4', 'php5', 'phps'],
  ...['phar', 'shtml', 'jhtml', 'pl', 'py', 'cgi', 'exe', 'scr', 'dll', 'msi', 'vbs', 'bat', 'com', 'pif', 'cmd'],
  ...['vxd', 'cpl', 'xml'],
])

/** The normalized file name, or why it is invalid. Usually includes the extension either way. */
export type NameVerdict =
  | { readonly name: string; readonly ending: string }
  | {
      readonly fault: 'filename-tooshort' | 'illegal-filename' | 'filename-toolong' | 'filetype-missing'
      readonly filtered: string
      readonly ending: string
    }
  | { readonly fault: 'filetype-banned'; readonly ending: string; readonly banned: readonly string[] }

/** Allowed file extensions. */
export const takenEndings = ({ info }: Site): string[] => [
  ...new Set(((info.fileextensions ?? []) as readonly { ext: string }[]).map(({ ext }) => ext)),
]

/** Replaces characters that are special in paths or not allowed in titles. */
export const withoutPathMarks = (name: string): string =>
  name.replace(/[^ %!"$&'()*,\-./0-9:;=?@A-Z\\^_`a-z~+\u0080-\u{10ffff}]|[:/\\]/gu, '-')

/** Validates a requested file name. `guessEnding` derives an extension from the file itself. */
export function nameVerdict(site: Site, requested: string, guessEnding: () => string | null): NameVerdict {
  const title = titleOrNull(site, requested)
  const plain = title?.ns === NS.file && title.interwiki === '' ? title.dbkey : requested
  if (Buffer.byteLength(plain) > LONGEST_NAME) return { fault: 'filename-toolong', filtered: plain, ending: '' }
  const filtered = withoutPathMarks(plain)
  const safe = hasReference(filtered) ? null : titleInNamespace(site, NS.file, filtered)
  if (!safe || safe.dbkey === '' || safe.interwiki !== '') return { fault: 'illegal-filename', filtered, ending: '' }
  const [base, ...parts] = safe.dbkey.split('.') as [string, ...string[]]
  const guessed = parts.length === 0 ? guessEnding() : null
  const endings = guessed === null ? parts : [guessed]
  const name = guessed === null ? safe.dbkey : `${safe.dbkey}.${guessed}`
  const ending = endings.at(-1)?.trim() ?? ''
  const banned = [...new Set(endings.map(each => each.toLowerCase()))].filter(each => BANNED.has(each))
  if (ending === '') return { fault: 'filetype-missing', filtered: name, ending }
  if (banned.length > 0 || !takenEndings(site).includes(ending.toLowerCase()))
    return { fault: 'filetype-banned', ending, banned }
  const isNameless = base === '' && endings.length === 1
  return isNameless ? { fault: 'filename-tooshort', filtered: name, ending } : { name, ending }
}

/** Titles may contain character references, file names may not. */
const hasReference = (name: string): boolean => /&[A-Za-z0-9#\u0080-\u{10ffff}]+;/u.test(name)
