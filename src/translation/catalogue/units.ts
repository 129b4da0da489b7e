import { ACTION, type Action } from './change-actions.ts'
import {
  type GivenTranslation,
  insertUnits,
  type NewString,
  sourceUnitValues,
  translatedUnitValues,
} from './insert-units.ts'
import { lockUnit, placeOf, type TranslationRow, type UnitRow } from './rows.ts'
import type { Work } from './work.ts'

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
