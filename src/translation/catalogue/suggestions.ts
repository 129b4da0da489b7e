import type { Selectable } from 'kysely'
import type { SuggestionTable } from '#store/tables/translation.ts'
import { Gone, present } from '../statistics/gone.ts'
import { UNIT_STATES } from '../statistics/unit-states.ts'
import { ACTION, type Action } from './change-actions.ts'
import { joinForms, splitForms } from './forms.ts'
import { lockUnit } from './lock-unit.ts'
import { placeOf, type TranslationRow } from './translations.ts'
import { setCount } from './unit-checks.ts'
import { editUnit, formsOf, UnitEditError, type UnitRow } from './units.ts'
import type { Work } from './work.ts'

export type SuggestionRow = Selectable<SuggestionTable>

/** Adds a suggestion, or returns the one that says the same already. */
export async function suggest(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  target: readonly string[],
): Promise<{ suggestion: SuggestionRow; isNew: boolean }> {
  const current = await lockUnit(work, unit.id)
  const forms = formsOf(current, translation)
  if (target.length !== forms)
    throw new UnitEditError('plurals', `The string needs ${forms} plural forms, got ${target.length}.`)
  if (target.every(form => form === '')) throw new UnitEditError('empty', 'A suggestion must not be empty.')
  const text = joinForms(target)
  const same = await work.tx
    .selectFrom('suggestion')
    .selectAll()
    .where('unit_id', '=', unit.id)
    .where('target', '=', text)
    .executeTakeFirst()
  if (same) return { suggestion: same, isNew: false }
  const suggestion = await work.tx
    .insertInto('suggestion')
    .values({ unit_id: unit.id, target: text, account_id: work.account, created_at: work.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await setCount(work, current, 'suggestion_count', current.suggestion_count + 1)
  work.record(ACTION.suggestionAdded, { ...placeOf(translation), unit_id: unit.id }, { target: text })
  return { suggestion, isNew: true }
}

export async function removeSuggestion(
  work: Work,
  translation: TranslationRow,
  suggestion: SuggestionRow,
  action: Action = ACTION.suggestionRemoved,
): Promise<void> {
  await take(work, suggestion)
  work.record(action, { ...placeOf(translation), unit_id: suggestion.unit_id }, { old: suggestion.target })
}

/** Takes the suggestion over as the translation; its author is the author of the change. */
export async function acceptSuggestion(
  work: Work,
  translation: TranslationRow,
  suggestion: SuggestionRow,
  state: number = UNIT_STATES.translated,
): Promise<UnitRow> {
  const unit = await take(work, suggestion)
  return editUnit(work, translation, unit, {
    target: splitForms(suggestion.target),
    state,
    action: ACTION.suggestionAccepted,
    author: suggestion.account_id,
  })
}

/** Makes sure that a suggestion is there and stays until the transaction ends: who takes it away wants its unit first. */
export async function keepSuggestion(work: Work, { id, unit_id }: SuggestionRow): Promise<void> {
  await lockUnit(work, unit_id)
  present(await work.tx.selectFrom('suggestion').select('id').where('id', '=', id).executeTakeFirst(), 'suggestion')
}

async function take(work: Work, suggestion: SuggestionRow): Promise<UnitRow> {
  const unit = await lockUnit(work, suggestion.unit_id)
  const gone = await work.tx.deleteFrom('suggestion').where('id', '=', suggestion.id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Gone('suggestion')
  await work.tx.deleteFrom('suggestion_vote').where('suggestion_id', '=', suggestion.id).execute()
  return setCount(work, unit, 'suggestion_count', unit.suggestion_count - 1)
}
