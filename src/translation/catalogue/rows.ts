import type { Selectable } from 'kysely'
import { Gone } from '#store/gone.ts'
import { holdRowLater, lockRows } from '#store/lock-rows.ts'
import { statement } from '#store/statement.ts'
import type { Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { Place, Work } from './work.ts'

/** A component in one language. */
export type TranslationRow = Selectable<Database['translation']>

/** A string in one translation. */
export type UnitRow = Selectable<Database['unit']>

export const placeOf = (translation: TranslationRow): Place => ({
  project_id: translation.project_id,
  component_id: translation.component_id,
  translation_id: translation.id,
  language_id: translation.language_id,
})

/** In order, so that two transactions do not lock the same units in opposite order. */
const LOCKED_UNITS = statement(tx => lockRows(tx as Writer, tx.selectFrom('unit').selectAll().orderBy('id')))

/** Reads a unit and locks it until the transaction ends, on both engines. */
export async function lockUnit(work: Work, id: number): Promise<UnitRow> {
  const unit = (await lockUnits(work, [id])).get(id)
  if (unit === undefined) throw new Gone('string')
  return unit
}

/** Locks a unit together with the next statement of the transaction. What that one reads of it stays valid. */
export const holdUnitLater = (tx: Writer, id: number): Promise<void> => holdRowLater(tx, 'unit', id)

/** Same as `lockUnits`, together with the next statement of the transaction. */
export async function lockUnitsLater({ tx }: Work, ids: readonly number[]): Promise<() => Map<number, UnitRow>> {
  const rows = await LOCKED_UNITS.where('id', 'in', ids).later(tx)
  return () => new Map(rows().map(row => [row.id, row]))
}

/** Same as `lockUnit` for many units in one statement; missing ones are left out. */
export async function lockUnits({ tx }: Work, ids: readonly number[]): Promise<Map<number, UnitRow>> {
  const rows = await LOCKED_UNITS.where('id', 'in', ids).all(tx)
  return new Map(rows.map(row => [row.id, row]))
}
