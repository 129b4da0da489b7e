import { lockUnit, type UnitRow } from './rows.ts'
import { setCount } from './unit-checks.ts'
import type { Work } from './work.ts'

/** Dismisses a failing check, or restores it. */
export async function dismissCheck(work: Work, unit: UnitRow, checkId: string, dismissed: boolean): Promise<UnitRow> {
  const current = await lockUnit(work, unit.id)
  const changed = await work.tx
    .updateTable('check_failure')
    .set({ dismissed: dismissed ? 1 : 0 })
    .where('unit_id', '=', unit.id)
    .where('check_id', '=', checkId)
    .where('dismissed', '=', dismissed ? 0 : 1)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return current
  return setCount(work, current, 'failing_checks', current.failing_checks + (dismissed ? -1 : 1))
}
