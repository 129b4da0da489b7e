import { isFuzzy, UNIT_STATES } from '../values/unit-states.ts'
import { addonNames } from './addon-places.ts'
import type { ComponentRow } from './components.ts'
import type { FileString } from './file-units.ts'
import { joinForms } from './forms.ts'
import type { GivenTranslation } from './insert-units.ts'
import type { UnitRow } from './rows.ts'
import type { Work } from './work.ts'

export const SAME_EDIT = 'weblate.flags.same_edit'
export const TARGET_EDIT = 'weblate.flags.target_edit'

/** What add-ons do with translations that a file contains for the first time. */
interface NewStringRules {
  /** The translation to import. */
  welcome(string: FileString): GivenTranslation
  /** Whether a unit keeps the "needs editing" state it was imported with, because the file has not changed. */
  stays(unit: UnitRow, translation: GivenTranslation): boolean
}

export async function newStringRules(work: Work, component: ComponentRow): Promise<NewStringRules> {
  const names = await addonNames(work.tx, component)
  const all = names.has(TARGET_EDIT)
  const unchanged = names.has(SAME_EDIT)
  const needsEditing = ({ string, given }: FileString): boolean =>
    given.state === UNIT_STATES.translated &&
    (all || (unchanged && joinForms(given.target ?? []) === joinForms(string.source)))
  return {
    welcome: string => (needsEditing(string) ? { ...string.given, state: UNIT_STATES.needsEditing } : string.given),
    stays: (unit, given) =>
      (all || unchanged) &&
      given.state === UNIT_STATES.translated &&
      isFuzzy(unit.state) &&
      unit.target === joinForms(given.target ?? []),
  }
}
