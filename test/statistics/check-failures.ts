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

/** Starts to fail as time passes, without any change. */
const TIMED = 'long_untranslated'

/** Failing checks in the store. */
export async function storedFailures({ read }: Store): Promise<string[]> {
  // Leave out strings that are set aside: they are checked again when they are restored.
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

/** Failing checks according to a new run over all strings, grouped by project and language. */
export const expectedFailures = ({ store, clock }: World): Promise<string[]> =>
  store.transaction(async tx => {
    const work = new Work(tx, clock, null, 'shared')
    const translations = await tx.selectFrom('translation').selectAll().execute()
    const translationById = new Map(translations.map(row => [row.id, row]))
    const components = new Map((await tx.selectFrom('component').selectAll().execute()).map(row => [row.id, row]))
    const units = await tx.selectFrom('unit').selectAll().execute()
    const overrides = new Map(units.map(unit => [unit.id, unit.extra_flags]))
    const groups = Map.groupBy(units, unit => {
      const { project_id, language_id } = translationById.get(unit.translation_id)!
      return `${project_id} ${language_id}`
    })
    const failures: string[] = []
    for (const group of groups.values()) {
      const consistencyGroup = (unit: UnitRow) => {
        const { component_id, plural_number, plural_formula } = translationById.get(unit.translation_id)!
        const { allow_translation_propagation, source_language_id } = components.get(component_id)!
        return allow_translation_propagation === 1
          ? `${plural_number} ${plural_formula} ${source_language_id}`
          : unit.id
      }
      const lookup = new ProjectLookup(new Date(clock.now()), group, {
        sameString: own =>
          group
            .filter(unit => unit.content_hash === own.content_hash && unit.translation_id !== own.translation_id)
            .filter(unit => consistencyGroup(unit) === consistencyGroup(own))
            .map(unit => ({ targets: splitForms(unit.target), state: unit.state })),
        sourcesWithSameTarget: own =>
          group
            .filter(
              unit =>
                unit.target === own.target && unit.id !== own.id && consistencyGroup(unit) === consistencyGroup(own),
            )
            .map(unit => splitForms(unit.source)[0]!),
      }).within(tx)
      for (const unit of group) {
        const translation = translationById.get(unit.translation_id)!
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
        failures.push(...failing.filter(id => id !== TIMED).map(id => `${unit.id} ${id}`))
      }
    }
    return failures.sort()
  })

/** Strings whose read-only state does not match their flags. */
export const wrongStates = ({ store, clock }: World): Promise<string[]> =>
  store.transaction(async tx => {
    const work = new Work(tx, clock, null, 'shared')
    const translationById = new Map(
      (await tx.selectFrom('translation').selectAll().execute()).map(row => [row.id, row]),
    )
    const units = await tx.selectFrom('unit').selectAll().execute()
    const overrides = new Map(units.map(unit => [unit.id, unit.extra_flags]))
    const wrong: string[] = []
    for (const unit of units) {
      const { flags } = await surroundings(work, translationById.get(unit.translation_id)!)
      const readOnly = isReadOnly([...flags, unit.flags, overrides.get(unit.source_unit_id ?? -1) ?? ''])
      if (readOnly !== (unit.held_state !== null)) wrong.push(`${unit.id} state ${unit.state}, held ${unit.held_state}`)
    }
    return wrong
  })
