import { type FileFormat, format, formats } from '../formats/index.ts'
import type { Work } from './work.ts'

/** Characters that no file and no database holds. */
const NEVER = /\0|\p{Surrogate}/u

/** Why a format cannot hold one of these texts, and what it takes; null when it can. */
export function whyUnwritable(kind: FileFormat | undefined, texts: readonly string[]): string | null {
  for (const text of texts) {
    const [character] = NEVER.exec(text) ?? kind?.forbids?.exec(text) ?? []
    if (character === undefined) continue
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return kind?.forbids === undefined
      ? `The character U+${code} cannot be stored: please remove it. All other characters are accepted.`
      : `The character U+${code} cannot be written in a file of the format "${kind.name}": please remove it. Tabs, line breaks and all characters from U+0020 on but U+FFFE and U+FFFF are accepted.`
  }
  return null
}

/** Nearly every text is held by every format, so nobody asks which one it is. */
const isPlain = (text: string): boolean => !formats().some(({ forbids }) => forbids?.test(text)) && !NEVER.test(text)

/** The same for the files of a component. */
export async function whyNotIn(work: Work, component: number, texts: readonly string[]): Promise<string | null> {
  if (texts.every(isPlain)) return null
  const kind = await work.once(`format ${component}`, async () => {
    const row = await work.tx
      .selectFrom('component')
      .select('file_format')
      .where('id', '=', component)
      .executeTakeFirstOrThrow()
    return format(row.file_format)
  })
  return whyUnwritable(kind, texts)
}
