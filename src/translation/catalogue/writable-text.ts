import { type FileFormat, format, formats } from '../formats/index.ts'
import type { Work } from './work.ts'

/** Characters that neither files nor the database can store. */
const NEVER = /\0|\p{Surrogate}/u

/** Why a format cannot represent one of the texts; null if it can. */
export function whyUnwritable(kind: FileFormat | undefined, texts: readonly string[]): string | null {
  for (const text of texts) {
    const why = kind?.refuses?.(text)
    if (why !== undefined) return why
    const [character] = NEVER.exec(text) ?? kind?.forbids?.exec(text) ?? []
    if (character === undefined) continue
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return kind?.forbids === undefined
      ? `The character U+${code} cannot be stored. Remove it and try again.`
      : `The character U+${code} is not allowed in the file format "${kind.name}". Remove it and try again. Tabs, line breaks and all characters from U+0020 except U+FFFE and U+FFFF are allowed.`
  }
  return null
}

/** Whether every format can represent a text, which is true of nearly all texts. */
const isPlain = (text: string): boolean =>
  !NEVER.test(text) && !formats().some(kind => kind.forbids?.test(text) || kind.refuses?.(text) !== undefined)

/** Same as `whyUnwritable`, for the files of a component. */
export async function whyNotIn(work: Work, component: number, texts: readonly string[]): Promise<string | null> {
  if (texts.every(isPlain)) return null
  return whyUnwritable(await formatIn(work, component), texts)
}

/** The file format of a component. */
export const formatIn = (work: Work, component: number): Promise<FileFormat | undefined> =>
  work.once(`format ${component}`, async () => {
    const row = await work.tx
      .selectFrom('component')
      .select('file_format')
      .where('id', '=', component)
      .executeTakeFirstOrThrow()
    return format(row.file_format)
  })
