import { Gone } from '../statistics/gone.ts'
import type { UnitRow } from './units.ts'
import type { Work } from './work.ts'

/** Reads a unit and keeps other writers away from it until the transaction ends, on both engines. */
export async function lockUnit(work: Work, id: number): Promise<UnitRow> {
  return work.tx
    .updateTable('unit')
    .set(eb => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => new Gone('string'))
}
