import { stringsOfFile } from '../catalogue/component-files.ts'
import type { ExportedTranslation } from '../catalogue/export-file.ts'
import type { FileString } from '../catalogue/file-units.ts'
import type { Work } from '../catalogue/work.ts'
import { FormatError } from '../formats/index.ts'
import type { Copy, TreeFile } from './copy.ts'

type Strings = ReadonlyMap<string, FileString>

/** The strings of an older version of a file; null when it cannot be parsed. */
export async function stringsIn(
  { tx }: Work,
  { language, translation, ...parts }: ExportedTranslation,
  content: Buffer,
): Promise<Strings | null> {
  try {
    return await stringsOfFile(tx, parts, { language, translation, content })
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}

/** The strings of a file in each version that we proposed. */
export async function proposedStrings(
  copy: Copy,
  piece: Work,
  place: ExportedTranslation,
  published: readonly ReadonlyMap<string, TreeFile>[] = [],
  names: readonly string[],
): Promise<Strings[]> {
  const blobs = new Map<string, TreeFile>()
  for (const files of published)
    for (const name of names) {
      const file = files.get(name)
      if (file !== undefined) blobs.set(file.blob, file)
    }
  const versions: Strings[] = []
  for (const file of blobs.values()) {
    const strings = await stringsIn(piece, place, await copy.read(file))
    if (strings !== null) versions.push(strings)
  }
  return versions
}
