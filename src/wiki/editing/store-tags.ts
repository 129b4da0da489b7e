import { padded } from '#store/keyset.ts'
import { runLater } from '#store/run-later.ts'
import { StatementTexts } from '#store/run-text.ts'
import type { Writer } from '#store/store.ts'

/** The rows that carry the tags; an edit has one in several tables. */
interface Tagged {
  readonly revisionId: number | null
  readonly changeId: number | null
  readonly logId: number | null
}

/** A tag of a change. */
export interface TagUse extends Tagged {
  readonly name: string
  readonly params?: object
}

const texts = new StatementTexts()

export const tagUses = (names: Iterable<string>, tagged: Tagged): TagUse[] =>
  [...new Set(names)].map(name => ({ ...tagged, name }))

/**
 * Stores tags and counts their uses. Many edits share a tag, and the row with its count is locked until the commit: call
 * this last, so that no other edit waits for long.
 */
export async function storeTags(tx: Writer, uses: readonly TagUse[]): Promise<void> {
  if (uses.length === 0) return
  const counts = new Map<string, number>()
  for (const { name } of uses) counts.set(name, (counts.get(name) ?? 0) + 1)
  // Sorted by name, so that concurrent edits do not deadlock.
  const counted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  await runLater(tx, countText(tx, counted.length), counted.flat())
  for (const { name, revisionId, changeId, logId, params } of uses)
    await runLater(tx, useText(tx), [revisionId, changeId, logId, params ? JSON.stringify(params) : null, name])
}

const countText = (tx: Writer, tags: number): string =>
  texts.get(tx, `count ${tags}`, mark => {
    const rows = Array.from({ length: tags }, (_, at) => `(${mark(2 * at + 1)}, ${mark(2 * at + 2)})`)
    return `insert into tag_def (name, count) values ${rows.join()}
      on conflict (name) do update set count = tag_def.count + excluded.count`
  })

const useText = (tx: Writer): string =>
  texts.get(tx, 'use', mark => {
    const id = (at: number) => `cast(${mark(at)} as bigint)`
    return `insert into change_tag (tag_id, rev_id, rc_id, log_id, params)
      select id, ${id(1)}, ${id(2)}, ${id(3)}, cast(${mark(4)} as text) from tag_def where name = ${mark(5)}`
  })

const REVERTED = 'mw-reverted'

/** The tags that mark edits as reverted by a later one. Edits that are already marked stay as they are. */
export async function revertedTags(tx: Writer, revisionIds: readonly number[], by: number): Promise<TagUse[]> {
  if (revisionIds.length === 0) return []
  const rows = await tx
    .selectFrom('revision')
    .leftJoin('recent_change', join =>
      join.onRef('recent_change.this_rev', '=', 'revision.id').on('recent_change.type', 'in', [0, 1]),
    )
    .where('revision.id', 'in', padded(revisionIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('change_tag')
            .innerJoin('tag_def', 'tag_def.id', 'change_tag.tag_id')
            .whereRef('change_tag.rev_id', '=', 'revision.id')
            .where('tag_def.name', '=', REVERTED)
            .select('change_tag.id'),
        ),
      ),
    )
    .orderBy('revision.id')
    .select(['revision.id', 'recent_change.id as change_id'])
    .execute()
  return rows.map(row => ({
    name: REVERTED,
    revisionId: row.id,
    changeId: row.change_id,
    logId: null,
    params: { revertId: by },
  }))
}
