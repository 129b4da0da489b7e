import type { Caller } from '#accounts/caller.ts'
import type { Writer } from '#store/store.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import type { Slot } from '../content/slots.ts'
import { ipHex } from '../site/ip.ts'
import type { StoredContent } from './store-text.ts'
import { skipUsedNumbers } from './unused-numbers.ts'

interface NewRevision {
  readonly pageId: number
  readonly parentId: number
  readonly summaryId: number
  readonly actorId: number
  readonly timestamp: number
  readonly minor: boolean
  readonly main: StoredContent
  /** What else the revision before it holds stays as it is. */
  readonly otherSlots: readonly Slot[]
}

export interface StoredRevision {
  readonly id: number
  readonly length: number
}

export async function storeRevision(tx: Writer, revision: NewRevision): Promise<StoredRevision> {
  const { main, otherSlots } = revision
  await skipUsedNumbers(tx, 'revision')
  const length = otherSlots.reduce((sum, slot) => sum + slot.size, main.size)
  const { id } = await tx
    .insertInto('revision')
    .values({
      page_id: revision.pageId,
      parent_id: revision.parentId,
      summary_id: revision.summaryId,
      actor_id: revision.actorId,
      timestamp: revision.timestamp,
      minor: revision.minor ? 1 : 0,
      length,
      // Several hashes make one: that of the first two, then of that one and the third, and so on.
      sha1: otherSlots.reduce((sha1, slot) => sha1Base36(Buffer.from(sha1 + slot.sha1)), main.sha1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('slot')
    .values({ revision_id: id, role: 'main', content_id: main.contentId, origin: id })
    .execute()
  if (otherSlots.length > 0) await copySlots(tx, revision.parentId, id)
  return { id, length }
}

async function copySlots(tx: Writer, from: number, to: number): Promise<void> {
  const slots = tx.selectFrom('slot').where('revision_id', '=', from).where('role', '!=', 'main').selectAll()
  const rows = await slots.execute()
  await tx
    .insertInto('slot')
    .values(rows.map(row => ({ ...row, revision_id: to })))
    .execute()
}

/** Edits from addresses are also found by ranges of addresses. */
export async function noteAddress(tx: Writer, caller: Caller, revisionId: number, timestamp: number): Promise<void> {
  const hex = caller.account ? undefined : ipHex(caller.name)
  if (hex !== undefined) await tx.insertInto('ip_change').values({ rev_id: revisionId, timestamp, hex }).execute()
}
