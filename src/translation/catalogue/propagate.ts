import { sql } from 'kysely'
import { statement } from '#store/statement.ts'
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

/** Copies a translation to the same string in other components of the project, if both components allow it. */
export async function propagate(work: Work, translation: TranslationRow, unit: UnitRow): Promise<number> {
  const home = await translationPlace(work, translation)
  if (home.propagates !== 1) return 0
  const rows = await EQUAL_UNITS.where('unit.content_hash', '=', unit.content_hash)
    .where('unit.id', '<>', unit.id)
    .where('translation.project_id', '=', translation.project_id)
    .where('translation.language_id', '=', translation.language_id)
    .where('translation.plural_formula', '=', translation.plural_formula)
    .where('translation.plural_number', '=', translation.plural_number)
    // Restricted content must not spread to components that everyone can see.
    .where('component.restricted', '=', home.restricted === 1 ? 1 : undefined)
    .all(work.tx, { order: [{ column: 'unit.id', direction: 'asc' }], limit: MAX_UNITS })
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
