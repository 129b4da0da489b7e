import { Gone } from '#store/gone.ts'
import { padded, portions } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import { inTurns } from '#store/turn.ts'
import { ACTION, type Action } from './change-actions.ts'
import {
  type GivenTranslation,
  insertUnits,
  type NewString,
  sourceUnitValues,
  translatedUnitValues,
} from './insert-units.ts'
import { lockUnits, placeOf, type TranslationRow, type UnitRow } from './rows.ts'
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

interface Removal {
  /** Somebody wants it gone from the files too; else a file came without it. */
  readonly byHand?: boolean
}

/** Removes a unit with everything that hangs on it; removing a source unit removes the string from every language. */
export const removeUnit = (work: Work, translation: TranslationRow, unit: UnitRow, how?: Removal): Promise<void> =>
  removeUnits(work, [[translation, unit]], how)

/** As many as one statement removes at a time. */
const AT_ONCE = 500

/** The same for many, in this order. */
export async function removeUnits(
  work: Work,
  units: readonly (readonly [TranslationRow, UnitRow])[],
  { byHand = false }: Removal = {},
): Promise<void> {
  // A language that is just being added would still get such a string.
  if (units.some(([, unit]) => unit.source_unit_id === unit.id)) work.counters.demandAlone()
  for (const portion of portions(units, AT_ONCE)) {
    const ids = portion.map(([, unit]) => unit.id)
    const locked = await lockUnits(work, ids)
    await removeWithAll(work.tx, padded(ids))
    for await (const [translation, { id, source }] of inTurns(portion)) {
      const before = locked.get(id)
      if (before === undefined) throw new Gone('string')
      work.counters.add(before, null)
      const { source_unit_id, content_hash, target } = before
      work.looks.at(translation.id, { unit_id: source_unit_id, content_hash, target })
      const details = byHand ? { context: before.context } : {}
      work.record(ACTION.stringRemoved, placeOf(translation), { old: source, details })
    }
  }
}

async function removeWithAll(tx: Writer, ids: readonly number[]): Promise<void> {
  const suggestions = tx.selectFrom('suggestion').select('suggestion.id').where('suggestion.unit_id', 'in', ids)
  await tx.deleteFrom('suggestion_vote').where('suggestion_id', 'in', suggestions).execute()
  for (const table of ['check_failure', 'suggestion', 'unit_comment', 'unit_label', 'screenshot_unit'] as const)
    await tx.deleteFrom(table).where('unit_id', 'in', ids).execute()
  await tx.deleteFrom('unit').where('id', 'in', ids).execute()
}
