import { present } from '#store/gone.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { Action } from './change-actions.ts'
import type { ComponentParts } from './components.ts'
import { editUnit } from './edit-units.ts'
import type { NewString, TranslationValues } from './insert-units.ts'
import type { UnitRow } from './rows.ts'
import { translationOf } from './translations.ts'
import { addSourceUnit, addTranslatedUnit } from './units.ts'
import type { Work } from './work.ts'

/**
 * Adds a string to the source language of a component and to every other language. Returns its unit in the requested
 * language, with the given translation; a translation added with the source string applies to all languages.
 */
export async function addString(
  work: Work,
  { component, sourceLanguage }: ComponentParts,
  string: NewString,
  translated: TranslationValues & { translation: number },
  action?: Action,
): Promise<UnitRow> {
  const home = present(await translationOf(work.tx, component.id, sourceLanguage.id), 'component')
  const state = string.byKey ? UNIT_STATES.translated : UNIT_STATES.readonly
  const own = await addSourceUnit(work, home, sourceLanguage.code, { ...string, state }, action)
  work.regrouped.add(component.id)
  let result = own
  const others = await work.tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', component.id)
    .where('id', '<>', home.id)
    .orderBy('id')
    .execute()
  for (const other of others) {
    let unit = await addTranslatedUnit(work, other, own)
    const isRequested = other.id === translated.translation
    const { target = [], state = UNIT_STATES.translated } = translated
    if ((isRequested || translated.translation === home.id) && target.some(form => form !== ''))
      unit = await editUnit(work, other, unit, { target, state })
    if (isRequested) result = unit
  }
  return result
}
