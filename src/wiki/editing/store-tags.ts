import type { Writer } from '#store/store.ts'

/** What carries the tags; an edit does so in several tables. */
export interface Tagged {
  readonly revisionId: number
  readonly changeId: number | null
  readonly logId: number | null
}

/** In the order of their names, so that no two edits wait for each other. */
export async function storeTags(tx: Writer, names: Iterable<string>, tagged: Tagged, params?: object): Promise<void> {
  for (const name of [...new Set(names)].sort()) {
    const tag = await tx
      .insertInto('tag_def')
      .values({ name, count: 1 })
      .onConflict(conflict => conflict.column('name').doUpdateSet(eb => ({ count: eb('tag_def.count', '+', 1) })))
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('change_tag')
      .values({
        tag_id: tag.id,
        rev_id: tagged.revisionId,
        rc_id: tagged.changeId,
        log_id: tagged.logId,
        params: params === undefined ? null : JSON.stringify(params),
      })
      .execute()
  }
}

const REVERTED = 'mw-reverted'

/** Marks the edits of a page that a later one took back; those that were marked before stay as they are. */
export async function markReverted(tx: Writer, revisionIds: readonly number[], by: number): Promise<void> {
  for (const revisionId of revisionIds) {
    const marked = await tx
      .selectFrom('change_tag')
      .innerJoin('tag_def', 'tag_def.id', 'change_tag.tag_id')
      .where('change_tag.rev_id', '=', revisionId)
      .where('tag_def.name', '=', REVERTED)
      .select('change_tag.id')
      .executeTakeFirst()
    if (marked) continue
    const change = await tx
      .selectFrom('recent_change')
      .where('this_rev', '=', revisionId)
      .where('type', 'in', [0, 1])
      .select('id')
      .executeTakeFirst()
    const tagged = { revisionId, changeId: change?.id ?? null, logId: null }
    await storeTags(tx, [REVERTED], tagged, { revertId: by })
  }
}
