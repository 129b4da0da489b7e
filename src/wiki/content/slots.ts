import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'

/** One slot of a revision. Nearly all revisions have only `main`. */
export interface Slot {
  readonly role: string
  readonly size: number
  /** In base 36. */
  readonly sha1: string
  readonly model: string
  /** The revision that introduced this text; later ones may have inherited it. */
  readonly origin: number
  /** ID of the text; null when it was never imported. */
  readonly blobId: number | null
}

const SLOTS = statement(db =>
  db
    .selectFrom('slot')
    .innerJoin('content', 'content.id', 'slot.content_id')
    .orderBy('slot.revision_id')
    .orderBy('slot.role')
    .select([
      'slot.revision_id',
      'slot.role',
      'slot.origin',
      'content.size',
      'content.sha1',
      'content.model',
      'content.blob_id',
    ]),
)

/** Slots of live or deleted revisions, by revision ID. */
export async function slotsOf(db: Reader, revisionIds: Iterable<number>): Promise<Map<number, Slot[]>> {
  const ids = [...new Set(revisionIds)]
  const slots = new Map<number, Slot[]>(ids.map(id => [id, []]))
  if (ids.length === 0) return slots
  for (const row of await SLOTS.where('slot.revision_id', 'in', ids).all(db)) {
    const { role, origin, size, sha1, model, blob_id: blobId } = row
    slots.get(row.revision_id)!.push({ role, origin, size, sha1, model, blobId })
  }
  return slots
}
