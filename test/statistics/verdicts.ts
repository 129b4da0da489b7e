import type { Store } from '#store/store.ts'
import { ProjectLookup } from '#translation/catalogue/check-lookup.ts'
import { flagsOf } from '#translation/catalogue/flags-of.ts'
import { splitForms } from '#translation/catalogue/forms.ts'
import { isReadOnly } from '#translation/catalogue/read-only.ts'
import type { UnitRow } from '#translation/catalogue/rows.ts'
import { failingChecks, surroundings } from '#translation/catalogue/unit-checks.ts'
import { Work } from '#translation/catalogue/work.ts'
import { runLookupChecks } from '#translation/checks/run.ts'
import type { World } from './world.ts'

/** Fails as time goes by, whether anybody does something or not. */
const TIMED = 'long_untranslated'

/** What the store says about strings: the checks that each fails. */
export async function storedVerdicts({ read }: Store): Promise<string[]> {
  // Without those of strings that are set aside: they are checked again when they return.
  const rows = await read
    .selectFrom('check_failure')
    .innerJoin('unit', 'unit.id', 'check_failure.unit_id')
    .select(['unit_id', 'check_id'])
    .execute()
  return rows
    .filter(row => row.check_id !== TIMED)
    .map(row => `${row.unit_id} ${row.check_id}`)
    .sort()
}

/** What it ought to say: every string checked anew, beside all strings of its project and language. */
export const rightVerdicts = ({ store, clock }: World): Promise<string[]> =>
  store.transaction(async tx => {
    const work = new Work(tx, clock, null, 'shared')
    const translations = await tx.selectFrom('translation').selectAll().execute()
    const home = new Map(translations.map(row => [row.id, row]))
    const components = new Map((await tx.selectFrom('component').selectAll().execute()).map(row => [row.id, row]))
    const units = await tx.selectFrom('unit').selectAll().execute()
    const overrides = new Map(units.map(unit => [unit.id, unit.extra_flags]))
    const groups = Map.groupBy(units, unit => {
      const { project_id, language_id } = home.get(unit.translation_id)!
      return `${project_id} ${language_id}`
    })
    const found: string[] = []
    for (const group of groups.values()) {
      const likeness = (unit: UnitRow) => {
        const { component_id, plural_number, plural_formula } = home.get(unit.translation_id)!
        const { allow_translation_propagation, source_language_id } = components.get(component_id)!
        return allow_translation_propagation === 1
          ? `${plural_number} ${plural_formula} ${source_language_id}`
          : unit.id
      }
      const lookup = new ProjectLookup(new Date(clock.now()), group, {
        sameString: own =>
          group
            .filter(unit => unit.content_hash === own.content_hash && unit.translation_id !== own.translation_id)
            .filter(unit => likeness(unit) === likeness(own))
            .map(unit => ({ targets: splitForms(unit.target), state: unit.state })),
        sourcesWithSameTarget: own =>
          group
            .filter(unit => unit.target === own.target && unit.id !== own.id && likeness(unit) === likeness(own))
            .map(unit => splitForms(unit.source)[0]!),
      }).within(tx)
      for (const unit of group) {
        const translation = home.get(unit.translation_id)!
        const extra = overrides.get(unit.source_unit_id ?? -1) ?? ''
        const { context, flags } = await surroundings(work, translation)
        const checked = {
          id: unit.id,
          sources: splitForms(unit.source),
          targets: splitForms(unit.target),
          state: unit.state,
          flags: flagsOf([...flags, unit.flags, extra]),
          note: unit.note,
          isSource: translation.is_source === 1,
        }
        const failing = [
          ...(await failingChecks(work, translation, unit, extra)),
          ...(await runLookupChecks(checked, context, lookup)),
        ]
        found.push(...failing.filter(id => id !== TIMED).map(id => `${unit.id} ${id}`))
      }
    }
    return found.sort()
  })

/** Strings whose state is not what their flags make of it. */
export const wrongStates = ({ store, clock }: World): Promise<string[]> =>
  store.transaction(async tx => {
    const work = new Work(tx, clock, null, 'shared')
    const home = new Map((await tx.selectFrom('translation').selectAll().execute()).map(row => [row.id, row]))
    const units = await tx.selectFrom('unit').selectAll().execute()
    const overrides = new Map(units.map(unit => [unit.id, unit.extra_flags]))
    const wrong: string[] = []
    for (const unit of units) {
      const { flags } = await surroundings(work, home.get(unit.translation_id)!)
      const readOnly = isReadOnly([...flags, unit.flags, overrides.get(unit.source_unit_id ?? -1) ?? ''])
      if (readOnly !== (unit.held_state !== null)) wrong.push(`${unit.id} state ${unit.state}, held ${unit.held_state}`)
    }
    return wrong
  })
