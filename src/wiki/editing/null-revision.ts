import type { Writer } from '#store/store.ts'
import type { PageRow } from '../content/pages.ts'
import { skipUsedNumbers } from './store-revision.ts'

interface NullRevision {
  /** Unix time in seconds. */
  readonly now: number
  readonly actorId: number
  readonly summaryId: number
  /** True by default; false for a new file version. */
  readonly minor?: boolean
}

/** Adds a revision that changes nothing, to record an action in the page history. The caller updates the page row. */
export async function nullRevision(tx: Writer, page: PageRow, revision: NullRevision): Promise<number> {
  const { now, actorId, summaryId, minor = true } = revision
  const before = await tx.selectFrom('revision').where('id', '=', page.latest_rev).selectAll().executeTakeFirstOrThrow()
  await skipUsedNumbers(tx, 'revision')
  const { id } = await tx
    .insertInto('revision')
    .values({
      page_id: page.id,
      parent_id: page.latest_rev,
      summary_id: summaryId,
      actor_id: actorId,
      minor: minor ? 1 : 0,
      timestamp: Math.max(now, before.timestamp),
      length: before.length,
      sha1: before.sha1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const slots = await tx.selectFrom('slot').where('revision_id', '=', page.latest_rev).selectAll().execute()
  await tx
    .insertInto('slot')
    .values(slots.map(slot => ({ ...slot, revision_id: id })))
    .execute()
  return id
}
