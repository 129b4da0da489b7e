import { isFuzzy, UNIT_STATES } from '../values/unit-states.ts'
import { addonNames } from './addon-places.ts'
import type { ComponentRow } from './components.ts'
import type { FileString } from './file-units.ts'
import { joinForms } from './forms.ts'
import type { TranslationValues } from './insert-units.ts'
import type { UnitRow } from './rows.ts'
import type { Work } from './work.ts'

export const SAME_EDIT = 'weblate.flags.same_edit'
export const TARGET_EDIT = 'weblate.flags.target_edit'

/** What add-ons do with translations that a file contains for the first time. */
interface NewStringRules {
  /** The translation to import. */
  welcome(string: FileString): TranslationValues
  /** Whether a unit keeps the "needs editing" state it was imported with, because the file has not changed. */
  stays(unit: UnitRow, translation: TranslationValues): boolean
}

export async function newStringRules(work: Work, component: ComponentRow): Promise<NewStringRules> {
  const names = await addonNames(work.tx, component)
  const all = names.has(TARGET_EDIT)
  const unchanged = names.has(SAME_EDIT)
  const needsEditing = ({ string, values }: FileString): boolean =>
    values.state === UNIT_STATES.translated &&
    (all || (unchanged && joinForms(values.target ?? []) === joinForms(string.source)))
  return {
    welcome: string => (needsEditing(string) ? { ...string.values, state: UNIT_STATES.needsEditing } : string.values),
    stays: (unit, values) =>
      (all || unchanged) &&
      values.state === UNIT_STATES.translated &&
      isFuzzy(unit.state) &&
      unit.target === joinForms(values.target ?? []),
  }
}
