import type { Viewer } from '../../content/viewer.ts'
import { wordingOf } from '../../messages/wording.ts'

/** Line labels in the reader's language: "Line 5:". */
export async function lineLabels({
  wiki,
  language,
}: Pick<Viewer, 'wiki' | 'language'>): Promise<(line: number) => string> {
  const wording = await wordingOf(wiki.messages, language)
  const text = wording.text('lineno') ?? 'Line $1:'
  return line => text.replace('$1', () => wording.formatNumber(line))
}
