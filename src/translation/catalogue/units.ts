import { Gone } from '#store/gone.ts'
import { padded, portions } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import { inTurns } from '#store/turn.ts'
import { ACTION, type Action } from './change-actions.ts'
import {
  insertUnits,
  type NewString,
  sourceUnitValues,
  type TranslationValues,
  translatedUnitValues,
} from './insert-units.ts'
import { lockUnits, placeOf, type TranslationRow, type UnitRow } from './rows.ts'
import { moveAside, purgeUnits, setAsideIds } from './set-aside-units.ts'
import { removeDependents } from './unit-dependents.ts'
import type { Work } from './work.ts'

/** Adds a string to the source language of a component. `addTranslatedUnit` adds it to the other languages. */
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

/** Adds a source string to another language, empty or with the translation from a file. */
export async function addTranslatedUnit(
  work: Work,
  translation: TranslationRow,
  source: UnitRow,
  values: TranslationValues = {},
): Promise<UnitRow> {
  const [unit] = await insertUnits(work, translation, [translatedUnitValues(source, values)])
  return unit!
}

interface Removal {
  /** Removed by a user, so it leaves the files too; otherwise a file came without it, and it is set aside. */
  readonly byHand?: boolean
}

/** Removes a unit with everything that depends on it. The source unit of a string must be removed last. */
export const removeUnit = (work: Work, translation: TranslationRow, unit: UnitRow, how?: Removal): Promise<void> =>
  removeUnits(work, [[translation, unit]], how)

/** Units removed per statement. */
const BATCH = 500

/** Same as `removeUnit` for many units, in this order. */
export async function removeUnits(
  work: Work,
  units: readonly (readonly [TranslationRow, UnitRow])[],
  { byHand = false }: Removal = {},
): Promise<void> {
  // Otherwise a language that is being added could still get the string.
  if (units.some(([, unit]) => unit.source_unit_id === unit.id)) work.counters.demandAlone()
  for (const portion of portions(units, BATCH)) {
    const ids = portion.map(([, unit]) => unit.id)
    const locked = await lockUnits(work, ids)
    if (byHand) await removeForGood(work.tx, padded(ids))
    else {
      work.setsAside = true
      await moveAside(work.tx, portion[0]![0].component_id, work.now, padded(ids))
    }
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

/** Deletes units permanently, with what is set aside of their translations. */
async function removeForGood(tx: Writer, ids: readonly number[]): Promise<void> {
  await removeDependents(tx, ids)
  await tx.deleteFrom('unit').where('id', 'in', ids).execute()
  await purgeUnits(tx, await setAsideIds(tx, 'source_unit_id', ids))
}
