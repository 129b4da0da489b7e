import { slotsOf } from './slots.ts'
import { readTexts, type TextSource } from './text-blobs.ts'

/** Main slot texts of revisions of any page, by revision ID; missing ones are left out. */
export async function mainTexts(source: TextSource, revisionIds: Iterable<number>): Promise<Map<number, string>> {
  const blobs = new Map<number, number>()
  for (const [id, slots] of await slotsOf(source.db, revisionIds)) {
    const blob = slots.find(slot => slot.role === 'main')?.blobId
    if (blob) blobs.set(id, blob)
  }
  const found = await readTexts(source, blobs.values())
  const texts = new Map<number, string>()
  for (const [id, blob] of blobs) {
    const text = found.get(blob)
    if (text) texts.set(id, text.toString())
  }
  return texts
}
