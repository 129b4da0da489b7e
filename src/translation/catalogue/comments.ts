import type { Selectable } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { ACTION } from './change-actions.ts'
import { lockUnit, placeOf, type TranslationRow, type UnitRow } from './rows.ts'
import { setCount } from './unit-checks.ts'
import type { Work } from './work.ts'

export type CommentRow = Selectable<Database['unit_comment']>

export async function addComment(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  text: string,
  { author = work.account, at = work.now }: { author?: number | null; at?: number } = {},
): Promise<CommentRow> {
  const current = await lockUnit(work, unit.id)
  const comment = await work.tx
    .insertInto('unit_comment')
    .values({ unit_id: unit.id, account_id: author, comment: text, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  await setCount(work, current, 'comment_count', current.comment_count + 1)
  const place = { ...placeOf(translation), unit_id: unit.id }
  work.record(ACTION.commentAdded, place, { target: text, details: { comment: comment.id }, author })
  return comment
}

/** Resolves a comment. It stays visible but no longer counts as open. */
export async function resolveComment(work: Work, translation: TranslationRow, comment: CommentRow): Promise<void> {
  const unit = await lockUnit(work, comment.unit_id)
  const resolved = await work.tx
    .updateTable('unit_comment')
    .set({ resolved: 1 })
    .where('id', '=', comment.id)
    .where('resolved', '=', 0)
    .executeTakeFirst()
  if (resolved.numUpdatedRows === 0n) return
  await setCount(work, unit, 'comment_count', unit.comment_count - 1)
  work.record(ACTION.commentResolved, { ...placeOf(translation), unit_id: unit.id }, { old: comment.comment })
}

export async function removeComment(work: Work, translation: TranslationRow, comment: CommentRow): Promise<void> {
  const unit = await lockUnit(work, comment.unit_id)
  const deleted = await work.tx
    .deleteFrom('unit_comment')
    .where('id', '=', comment.id)
    .returning('resolved')
    .executeTakeFirst()
  if (deleted === undefined) return
  if (deleted.resolved === 0) await setCount(work, unit, 'comment_count', unit.comment_count - 1)
  work.record(ACTION.commentRemoved, { ...placeOf(translation), unit_id: unit.id }, { old: comment.comment })
}
