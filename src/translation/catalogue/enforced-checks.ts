import { isTranslated, UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { placeOf, type TranslationRow, type UnitRow } from './rows.ts'
import type { Work } from './work.ts'

export const enforcedBy = (component: { enforced_checks: string }): string[] =>
  JSON.parse(component.enforced_checks) as string[]

const enforcedIn = (work: Work, component: number): Promise<string[]> =>
  work.once(`enforced checks ${component}`, async () =>
    enforcedBy(
      await work.tx
        .selectFrom('component')
        .select('enforced_checks')
        .where('id', '=', component)
        .executeTakeFirstOrThrow(),
    ),
  )

/** A translation that fails a check which its component enforces is not finished, whatever state it was given. */
export async function enforceChecks(work: Work, translation: TranslationRow, unit: UnitRow): Promise<UnitRow> {
  if (unit.failing_checks === 0 || !isTranslated(unit.state) || unit.state === UNIT_STATES.readonly) return unit
  const enforced = await enforcedIn(work, translation.component_id)
  if (enforced.length === 0) return unit
  const failing = await work.tx
    .selectFrom('check_failure')
    .select('check_id')
    .where('unit_id', '=', unit.id)
    .where('dismissed', '=', 0)
    .where('check_id', 'in', enforced)
    .orderBy('check_id')
    .execute()
  if (failing.length === 0) return unit
  const after = { ...unit, state: UNIT_STATES.needsEditing }
  await work.tx.updateTable('unit').set({ state: after.state }).where('id', '=', unit.id).execute()
  work.counters.add(unit, after)
  work.looks.at(translation.id, { unit_id: unit.id })
  work.record(
    ACTION.checkEnforced,
    { ...placeOf(translation), unit_id: unit.id },
    { target: unit.target, old: unit.target, details: { checks: failing.map(row => row.check_id) } },
  )
  return after
}
