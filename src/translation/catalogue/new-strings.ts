import { isFuzzy, UNIT_STATES } from '../values/unit-states.ts'
import { addonNames } from './addon-places.ts'
import { formatOf, isByKey } from './component-format.ts'
import type { ComponentParts, ComponentRow } from './components.ts'
import type { FileString } from './file-units.ts'
import { joinForms } from './forms.ts'
import type { TranslationValues } from './insert-units.ts'
import type { UnitRow } from './rows.ts'
import type { Work } from './work.ts'

export const SAME_EDIT = 'weblate.flags.same_edit'
export const REPOSITORY_UPDATE = 'weblate.flags.target_repo_update'
export const SOURCE_EDIT = 'weblate.flags.source_edit'
export const TARGET_EDIT = 'weblate.flags.target_edit'

/** What add-ons do with translations that a file contains for the first time, or that changed in it. */
interface NewStringRules {
  /** The translation to import. */
  welcome(string: FileString): TranslationValues
  /** The state of a unit whose translation changed in the file. */
  update(unit: UnitRow, translation: TranslationValues): number | undefined
  /** Whether a unit keeps the "needs editing" state it was imported with, because the file has not changed. */
  stays(unit: UnitRow, translation: TranslationValues): boolean
}

export async function newStringRules(work: Work, component: ComponentRow): Promise<NewStringRules> {
  const names = await addonNames(work.tx, component)
  const all = names.has(TARGET_EDIT)
  const unchanged = names.has(SAME_EDIT)
  const updated = names.has(REPOSITORY_UPDATE)
  const needsEditing = ({ string, values }: FileString): boolean =>
    values.state === UNIT_STATES.translated &&
    (all || (unchanged && joinForms(values.target ?? []) === joinForms(string.source)))
  return {
    welcome: string => (needsEditing(string) ? { ...string.values, state: UNIT_STATES.needsEditing } : string.values),
    update: (unit, { state, target }) =>
      updated && state === UNIT_STATES.translated && unit.target !== '' && unit.target !== joinForms(target ?? [])
        ? UNIT_STATES.needsEditing
        : state,
    stays: (unit, values) =>
      (all || unchanged || updated) &&
      values.state === UNIT_STATES.translated &&
      isFuzzy(unit.state) &&
      unit.target === joinForms(values.target ?? []),
  }
}

/** Why new source strings cannot be marked; null if they can. */
export function keepsSourceStates(parts: ComponentParts): string | null {
  if (!isByKey(parts.component) || parts.component.edit_template === 0)
    return 'Source strings of this component cannot be edited.'
  return formatOf(parts).states.includes('fuzzy') ? 'Files of this format have states of their own.' : null
}

/** The state of new strings of the source file. */
export async function newSourceState(work: Work, parts: ComponentParts): Promise<number> {
  const names = await addonNames(work.tx, parts.component)
  const isMarked = names.has(SOURCE_EDIT) && keepsSourceStates(parts) === null
  return isMarked ? UNIT_STATES.needsEditing : UNIT_STATES.translated
}
