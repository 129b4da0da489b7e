import type { Selectable } from 'kysely'
import { Gone, present } from '#store/gone.ts'
import type { Database } from '#store/tables/database.ts'
import { isTranslated, UNIT_STATES } from '../values/unit-states.ts'
import { ACTION, type Action } from './change-actions.ts'
import { editUnit, formsOf, refuseUnwritable, UnitEditError } from './edit-units.ts'
import { joinForms, splitForms } from './forms.ts'
import { lockUnit, placeOf, type TranslationRow, type UnitRow } from './rows.ts'
import { setCount, sourceFlags, withAutomaticFixes } from './unit-checks.ts'
import type { Work } from './work.ts'

export type SuggestionRow = Selectable<Database['suggestion']>

/** An unregistered user as author, which is not the same as no author. */
export const VISITOR = 'visitor'

/** Adds a suggestion, or returns an existing identical one; null if it equals the translation. */
export async function suggest(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  forms: readonly string[],
  author: number | null | typeof VISITOR = work.account,
): Promise<{ suggestion: SuggestionRow; isNew: boolean } | null> {
  const current = await lockUnit(work, unit.id)
  const target = await withAutomaticFixes(work, translation, current, forms, await sourceFlags(work, [current]))
  const expected = formsOf(current, translation)
  if (target.length !== expected)
    throw new UnitEditError('plurals', `The string needs ${expected} plural forms, got ${target.length}.`)
  if (target.every(form => form === '')) throw new UnitEditError('empty', 'A suggestion must not be empty.')
  await refuseUnwritable(work, translation, target)
  const text = joinForms(target)
  if (isTranslated(current.state) && current.target === text) return null
  const existing = await work.tx
    .selectFrom('suggestion')
    .selectAll()
    .where('unit_id', '=', unit.id)
    .where('target', '=', text)
    .executeTakeFirst()
  if (existing) return { suggestion: existing, isNew: false }
  const suggestion = await work.tx
    .insertInto('suggestion')
    .values({ unit_id: unit.id, target: text, account_id: author === VISITOR ? null : author, created_at: work.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await setCount(work, current, 'suggestion_count', current.suggestion_count + 1)
  work.record(
    ACTION.suggestionAdded,
    { ...placeOf(translation), unit_id: unit.id },
    {
      target: text,
      author: author === VISITOR ? null : author,
      ...(author === VISITOR && { details: { visitor: true } }),
    },
  )
  return { suggestion, isNew: true }
}

export async function removeSuggestion(
  work: Work,
  translation: TranslationRow,
  suggestion: SuggestionRow,
  { action = ACTION.suggestionRemoved, reason = '' }: { action?: Action; reason?: string } = {},
): Promise<void> {
  await deleteSuggestion(work, suggestion)
  const details = reason === '' ? {} : { details: { rejection_reason: reason } }
  work.record(action, { ...placeOf(translation), unit_id: suggestion.unit_id }, { old: suggestion.target, ...details })
}

/** Accepts a suggestion as the translation; its author becomes the author of the change. */
export async function acceptSuggestion(
  work: Work,
  translation: TranslationRow,
  suggestion: SuggestionRow,
  state: number = UNIT_STATES.translated,
): Promise<UnitRow> {
  const unit = await deleteSuggestion(work, suggestion)
  return editUnit(work, translation, unit, {
    target: splitForms(suggestion.target),
    state,
    action: ACTION.suggestionAccepted,
    author: suggestion.account_id,
  })
}

export interface Vote {
  account: number
  /** 0 withdraws an earlier vote. */
  value: 1 | 0 | -1
  /** Number of votes that accept a suggestion automatically; 0 if votes never do. */
  needed: number
}

/** Records a vote and accepts the suggestion if it has enough votes. Approved strings are left to reviewers. */
export async function vote(
  work: Work,
  translation: TranslationRow,
  suggestion: SuggestionRow,
  { account, value, needed }: Vote,
): Promise<'voted' | 'accepted'> {
  // Deleting a suggestion locks its unit first, so with this lock it stays until the transaction ends.
  const unit = await lockUnit(work, suggestion.unit_id)
  const { id } = suggestion
  present(await work.tx.selectFrom('suggestion').select('id').where('id', '=', id).executeTakeFirst(), 'suggestion')
  if (value === 0) {
    await work.tx
      .deleteFrom('suggestion_vote')
      .where('suggestion_id', '=', id)
      .where('account_id', '=', account)
      .execute()
    return 'voted'
  }
  await work.tx
    .insertInto('suggestion_vote')
    .values({ suggestion_id: id, account_id: account, value })
    .onConflict(conflict => conflict.columns(['suggestion_id', 'account_id']).doUpdateSet({ value }))
    .execute()
  if (needed === 0 || unit.state >= UNIT_STATES.approved) return 'voted'
  const { votes } = await work.tx
    .selectFrom('suggestion_vote')
    .select(eb => eb.fn.sum<number | null>('value').as('votes'))
    .where('suggestion_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(votes ?? 0) < needed) return 'voted'
  await acceptSuggestion(work, translation, suggestion)
  return 'accepted'
}

async function deleteSuggestion(work: Work, suggestion: SuggestionRow): Promise<UnitRow> {
  const unit = await lockUnit(work, suggestion.unit_id)
  const deleted = await work.tx.deleteFrom('suggestion').where('id', '=', suggestion.id).executeTakeFirst()
  if (deleted.numDeletedRows === 0n) throw new Gone('suggestion')
  await work.tx.deleteFrom('suggestion_vote').where('suggestion_id', '=', suggestion.id).execute()
  return setCount(work, unit, 'suggestion_count', unit.suggestion_count - 1)
}
