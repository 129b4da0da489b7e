import { sql } from 'kysely'
import { type RowOf, statement } from '#store/statement.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { editUnit } from './edit-units.ts'
import { splitForms } from './forms.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { translationPlace } from './translation-place.ts'
import type { Work } from './work.ts'
import { whyNotIn } from './writable-text.ts'

const MAX_UNITS = 1000

const EQUAL_UNITS = statement(db =>
  db
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .select(['unit.id as unit_id', 'translation.id as translation_id'])
    .where('unit.state', '<>', sql.lit(UNIT_STATES.readonly))
    .where('component.allow_translation_propagation', '=', sql.lit(1))
    .where('component.locked', '=', sql.lit(0)),
)

const IN_ORDER = { order: [{ column: 'unit.id', direction: 'asc' }], limit: MAX_UNITS } as const

/** The same strings in other components of the project; null if this component does not propagate. */
async function equalUnits(work: Work, translation: TranslationRow, unit: UnitRow) {
  const home = await translationPlace(work, translation)
  if (home.propagates !== 1) return null
  return (
    EQUAL_UNITS.where('unit.content_hash', '=', unit.content_hash)
      .where('unit.id', '<>', unit.id)
      .where('translation.project_id', '=', translation.project_id)
      .where('translation.language_id', '=', translation.language_id)
      .where('translation.plural_formula', '=', translation.plural_formula)
      .where('translation.plural_number', '=', translation.plural_number)
      // Restricted content must not spread to components that everyone can see.
      .where('component.restricted', '=', home.restricted === 1 ? 1 : undefined)
  )
}

/** Copies a translation to the same string in other components of the project, if both components allow it. */
export async function propagate(work: Work, translation: TranslationRow, unit: UnitRow): Promise<number> {
  const rows = await (await equalUnits(work, translation, unit))?.all(work.tx, IN_ORDER)
  return rows === undefined ? 0 : copyTo(work, rows, unit)
}

/** Same, but asks for the strings before the edit, together with its first statements. Call the returned function after it. */
export async function propagateLater(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
): Promise<(edited: UnitRow) => Promise<number>> {
  const rows = await (await equalUnits(work, translation, unit))?.later(work.tx, IN_ORDER)
  return async edited => (rows === undefined ? 0 : copyTo(work, rows(), edited))
}

type EqualUnit = RowOf<typeof EQUAL_UNITS>

async function copyTo(work: Work, rows: readonly EqualUnit[], unit: UnitRow): Promise<number> {
  for (const row of rows) {
    const other = await work.tx.selectFrom('unit').selectAll().where('id', '=', row.unit_id).executeTakeFirstOrThrow()
    const place = await work.tx
      .selectFrom('translation')
      .selectAll()
      .where('id', '=', row.translation_id)
      .executeTakeFirstOrThrow()
    // Skip components whose file format cannot represent the text.
    if ((await whyNotIn(work, place.component_id, splitForms(unit.target))) !== null) continue
    await editUnit(work, place, other, {
      target: splitForms(unit.target),
      state: unit.state,
      action: ACTION.propagated,
    })
  }
  return rows.length
}
