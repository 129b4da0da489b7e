import { present } from '#store/gone.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { Action } from './change-actions.ts'
import type { ComponentParts } from './components.ts'
import { editUnit } from './edit-units.ts'
import type { GivenTranslation, NewString } from './insert-units.ts'
import type { UnitRow } from './rows.ts'
import { translationOf } from './translations.ts'
import { addSourceUnit, addTranslatedUnit } from './units.ts'
import type { Work } from './work.ts'

/**
 * Adds a string to a component: to its source language and to every other one. The answer is its unit in the language
 * that was asked for, translated if a translation came along; one that is added to the source is for all the others.
 */
export async function addString(
  work: Work,
  { component, sourceLanguage }: ComponentParts,
  string: NewString,
  given: GivenTranslation & { translation: number },
  action?: Action,
): Promise<UnitRow> {
  const home = present(await translationOf(work.tx, component.id, sourceLanguage.id), 'component')
  const state = string.byKey ? UNIT_STATES.translated : UNIT_STATES.readonly
  const own = await addSourceUnit(work, home, sourceLanguage.code, { ...string, state }, action)
  let asked = own
  const others = await work.tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', component.id)
    .where('id', '<>', home.id)
    .orderBy('id')
    .execute()
  for (const other of others) {
    let unit = await addTranslatedUnit(work, other, own)
    const isAsked = other.id === given.translation
    const { target = [], state = UNIT_STATES.translated } = given
    if ((isAsked || given.translation === home.id) && target.some(form => form !== ''))
      unit = await editUnit(work, other, unit, { target, state })
    if (isAsked) asked = unit
  }
  return asked
}
