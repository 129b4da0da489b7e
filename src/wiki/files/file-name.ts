import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { titleInNamespace, titleOrNull } from '../site/titles.ts'

/** Bytes of a name: with the time at which a version was replaced it must still fit. */
export const LONGEST_NAME = 240

/** Endings that no wiki takes, wherever in a name they stand: servers and systems run what has them. */
const BANNED: ReadonlySet<string> = new Set([
  ...['html', 'htm', 'js', 'jsb', 'mhtml', 'mht', 'xhtml', 'xht', 'php', 'phtml', 'php3', 'php4', 'php5', 'phps'],
  ...['phar', 'shtml', 'jhtml', 'pl', 'py', 'cgi', 'exe', 'scr', 'dll', 'msi', 'vbs', 'bat', 'com', 'pif', 'cmd'],
  ...['vxd', 'cpl', 'xml'],
])

/** The name that a file gets, or why it gets none. The ending is known in most cases either way. */
export type NameVerdict =
  | { readonly name: string; readonly ending: string }
  | {
      readonly fault: 'filename-tooshort' | 'illegal-filename' | 'filename-toolong' | 'filetype-missing'
      readonly filtered: string
      readonly ending: string
    }
  | { readonly fault: 'filetype-banned'; readonly ending: string; readonly banned: readonly string[] }

/** Endings of files that the wiki takes. */
export const takenEndings = ({ info }: Site): string[] => [
  ...new Set(((info.fileextensions ?? []) as readonly { ext: string }[]).map(({ ext }) => ext)),
]

/** Names of files are titles without anything that means something in paths. */
export const withoutPathMarks = (name: string): string =>
  name.replace(/[^ %!"$&'()*,\-./0-9:;=?@A-Z\\^_`a-z~+\u0080-\u{10ffff}]|[:/\\]/gu, '-')

/** The name of a file from what somebody asks for. `guessEnding` looks at the file itself. */
export function nameVerdict(site: Site, wanted: string, guessEnding: () => string | null): NameVerdict {
  const title = titleOrNull(site, wanted)
  const plain = title?.ns === NS.file && title.interwiki === '' ? title.dbkey : wanted
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

/** A title may be written with character references, the name of a file may not. */
const hasReference = (name: string): boolean => /&[A-Za-z0-9#\u0080-\u{10ffff}]+;/u.test(name)
