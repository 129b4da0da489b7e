import type { Reader } from '#store/store.ts'
import { slotsOf } from '../content/slots.ts'
import { readTexts } from '../content/text-blobs.ts'
import type { TextWiki } from '../wiki.ts'
import { addedLines } from './mentions.ts'

/** The lines a revision added to the previous one; empty for content models other than wikitext. */
export async function addedBy(
  { texts }: TextWiki,
  db: Reader,
  revision: { readonly id: number; readonly parent_id: number | null },
): Promise<readonly string[]> {
  const slots = await slotsOf(db, [revision.id, revision.parent_id ?? 0])
  const main = (id: number | null) => slots.get(id ?? 0)?.find(slot => slot.role === 'main')
  const [before, after] = [main(revision.parent_id), main(revision.id)]
  if (after?.model !== 'wikitext' || after.blobId === null) return []
  const found = await readTexts(
    { db, texts },
    [before?.blobId, after.blobId].flatMap(id => id ?? []),
  )
  const text = (id: number | null | undefined) => found.get(id ?? -1)?.toString() ?? ''
  return addedLines(text(before?.blobId), text(after.blobId))
}
