import type { Selectable } from 'kysely'
import type { UnitTable } from '#store/tables/translation.ts'
import { UNIT_STATES } from '../statistics/unit-states.ts'
import { ACTION, type Action } from './change-actions.ts'
import { enforceChecks } from './enforced-checks.ts'
import { joinForms } from './forms.ts'
import {
  type GivenTranslation,
  insertUnits,
  type NewString,
  sourceUnitValues,
  translatedUnitValues,
} from './insert-units.ts'
import { lockUnit } from './lock-unit.ts'
import { remember } from './memory.ts'
import { ownState } from './read-only.ts'
import { placeOf, type TranslationRow } from './translations.ts'
import { checkUnit, mended } from './unit-checks.ts'
import type { Work } from './work.ts'

export { lockUnit } from './lock-unit.ts'

export type UnitRow = Selectable<UnitTable>

/** Why an edit cannot be done, in words for the person who tried. */
export class UnitEditError extends Error {
  readonly code: 'readonly' | 'plurals' | 'state' | 'empty'

  constructor(code: UnitEditError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Adds a string to the source language of a component. The other languages get their units from `addTranslatedUnit`. */
export async function addSourceUnit(
  work: Work,
  translation: TranslationRow,
  sourceLanguage: string,
  string: NewString,
  action: Action = ACTION.stringAdded,
): Promise<UnitRow> {
  const position = string.position ?? (await nextPosition(work, translation.id))
  const [unit] = await insertUnits(work, translation, [sourceUnitValues(string, sourceLanguage, position)])
  work.record(action, { ...placeOf(translation), unit_id: unit!.id }, { target: unit!.source })
  return unit!
}

async function nextPosition(work: Work, translation: number): Promise<number> {
  const row = await work.tx
    .selectFrom('unit')
    .select('position')
    .where('translation_id', '=', translation)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.position ?? 0) + 1
}

/** The unit of one source string in another language, empty or with what a file brought along. */
export async function addTranslatedUnit(
  work: Work,
  translation: TranslationRow,
  source: UnitRow,
  given: GivenTranslation = {},
): Promise<UnitRow> {
  const [unit] = await insertUnits(work, translation, [translatedUnitValues(source, given)])
  return unit!
}

export interface UnitEdit {
  target: readonly string[]
  state: number
  /** What to call it in the list of changes; found out from the edit when absent. */
  action?: Action
  author?: number | null
  automatic?: boolean
}

/** How many forms a unit's target has: one, unless its source has plurals. */
export const formsOf = (unit: UnitRow, translation: TranslationRow): number =>
  unit.source.includes('\u001e\u001e') ? translation.plural_number : 1

/** Changes a translation. Checks, counters and the list of changes follow in the same transaction. */
export async function editUnit(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  edit: UnitEdit,
): Promise<UnitRow> {
  const before = await lockUnit(work, unit.id)
  // A file is where what is read-only here comes from.
  const fromFile = edit.action === ACTION.updatedInRepository
  if (before.state === UNIT_STATES.readonly && !fromFile)
    throw new UnitEditError('readonly', 'The string is read-only.')
  const forms = formsOf(before, translation)
  if (edit.target.length !== forms)
    throw new UnitEditError('plurals', `The string needs ${forms} plural forms, got ${edit.target.length}.`)
  const target = await textOf(work, translation, before, edit)
  const isEmpty = edit.target.every(form => form === '')
  if (edit.state !== UNIT_STATES.readonly && isEmpty !== (edit.state === UNIT_STATES.empty))
    throw new UnitEditError(
      'empty',
      isEmpty ? 'An empty translation has the state 0.' : 'State 0 needs an empty translation.',
    )
  if (target === before.target && edit.state === ownState(before)) return before
  const held = before.held_state !== null
  const [state, held_state] = held ? [before.state, edit.state] : [edit.state, null]
  const after: UnitRow = {
    ...before,
    target,
    state,
    held_state,
    previous_source: edit.state >= UNIT_STATES.translated ? '' : before.previous_source,
    pending: 1,
    automatically_translated: edit.automatic ? 1 : 0,
    updated_at: work.now,
  }
  await work.tx
    .updateTable('unit')
    .set({
      target,
      state,
      held_state,
      previous_source: after.previous_source,
      pending: 1,
      automatically_translated: after.automatically_translated,
      updated_at: after.updated_at,
    })
    .where('id', '=', before.id)
    .execute()
  work.counters.add(before, after)
  work.looks.at(translation.id, { unit_id: before.id, target: before.target })
  const author = edit.author === undefined ? {} : { author: edit.author }
  work.record(
    edit.action ?? actionOf(before, after),
    { ...placeOf(translation), unit_id: before.id },
    { target, old: before.target, details: { state, old_state: before.state }, ...author },
  )
  if (!fromFile) await remember(work, translation, after)
  const checked = await checkUnit(work, translation, after)
  return fromFile ? checked : enforceChecks(work, translation, checked)
}

/** Files are taken as they are, and so is a text that only gets another state; what people write is mended. */
async function textOf(work: Work, translation: TranslationRow, before: UnitRow, edit: UnitEdit): Promise<string> {
  const given = joinForms(edit.target)
  if (given === before.target || edit.action === ACTION.updatedInRepository) return given
  return joinForms(await mended(work, translation, before, edit.target))
}

function actionOf(before: UnitRow, after: UnitRow): Action {
  if (before.target === after.target || (after.state >= 10 && after.state < 20 && before.state >= 20)) {
    if (after.state === UNIT_STATES.approved) return ACTION.approved
    if (after.state >= 10 && after.state < 20) return ACTION.markedForEdit
  }
  if (after.state === UNIT_STATES.approved) return ACTION.approved
  return before.state === UNIT_STATES.empty ? ACTION.added : ACTION.changed
}

/**
 * Removes a unit with everything that hangs on it; removing a source unit removes the string from every language.
 * `byHand` says that somebody wants it gone from the files too, not that a file came without it.
 */
export async function removeUnit(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  { byHand = false } = {},
): Promise<void> {
  const { tx } = work
  // A language that is just being added would still get this string.
  if (unit.source_unit_id === unit.id) work.counters.demandAlone()
  const before = await lockUnit(work, unit.id)
  const suggestions = tx.selectFrom('suggestion').select('suggestion.id').where('suggestion.unit_id', '=', unit.id)
  await tx.deleteFrom('suggestion_vote').where('suggestion_id', 'in', suggestions).execute()
  for (const table of ['check_failure', 'suggestion', 'unit_comment', 'unit_label', 'screenshot_unit'] as const)
    await tx.deleteFrom(table).where('unit_id', '=', unit.id).execute()
  await tx.deleteFrom('unit').where('id', '=', unit.id).execute()
  work.counters.add(before, null)
  const { source_unit_id, content_hash, target } = before
  work.looks.at(translation.id, { unit_id: source_unit_id, content_hash, target })
  const details = byHand ? { context: before.context } : {}
  work.record(ACTION.stringRemoved, placeOf(translation), { old: unit.source, details })
}
