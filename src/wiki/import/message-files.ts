import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isWikiCode } from '#languages/wiki-languages.ts'
import { ImportError } from './import-error.ts'

/** The pseudo-language that documents messages for translators. */
export const DOCUMENTATION = 'qqq'

export interface MessageFile {
  readonly file: string
  /** The subfolder, if there is one per message group. */
  readonly group: string
  readonly lang: string
}

/** Files named `<code>.json` in a folder and its subfolders. Other files are ignored. */
export async function messageFiles(folder: string, group = ''): Promise<MessageFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: MessageFile[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && group === '') found.push(...(await messageFiles(file, entry.name)))
    const lang = /^([a-z][a-z0-9-]*)\.json$/.exec(entry.name)?.[1]
    if (entry.isFile() && lang !== undefined && isLanguage(lang)) found.push({ file, group, lang })
  }
  return found
}

/** Also accepts unknown codes that look like a language, unlike `package.json`. */
const isLanguage = (code: string): boolean => isWikiCode(code) || /^(?!qqx)[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(code)

/** The messages of a file, in order. */
export async function readMessages(file: string): Promise<[name: string, text: string][]> {
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new ImportError(`${file}: is not JSON: ${error.message}`)
    throw error
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ImportError(`${file}: must be a JSON object of messages`)
  const messages: [string, string][] = []
  for (const [name, text] of Object.entries(parsed)) {
    if (name.startsWith('@') || typeof text !== 'string') continue
    if (name.includes('\0') || text.includes('\0'))
      throw new ImportError(`${file}: the message "${name}" contains a NUL character, which cannot be stored`)
    // A lone surrogate would come back from the database changed and look modified at every import.
    messages.push([name.toWellFormed(), text.toWellFormed()])
  }
  return messages
}
