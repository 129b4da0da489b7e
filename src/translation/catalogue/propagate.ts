import { UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { editUnit } from './edit-units.ts'
import { splitForms } from './forms.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import type { Work } from './work.ts'
import { whyNotIn } from './writable-text.ts'

const MOST = 1000

/** Gives the same string in other components of the project the same translation, where both components want that. */
export async function propagate(work: Work, translation: TranslationRow, unit: UnitRow): Promise<number> {
  const home = await work.tx
    .selectFrom('component')
    .select(['allow_translation_propagation', 'restricted'])
    .where('id', '=', translation.component_id)
    .executeTakeFirstOrThrow()
  if (home.allow_translation_propagation !== 1) return 0
  const rows = await work.tx
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .select(['unit.id as unit_id', 'translation.id as translation_id'])
    .where('unit.content_hash', '=', unit.content_hash)
    .where('unit.id', '<>', unit.id)
    .where('unit.state', '<>', UNIT_STATES.readonly)
    .where('translation.project_id', '=', translation.project_id)
    .where('translation.language_id', '=', translation.language_id)
    .where('translation.plural_formula', '=', translation.plural_formula)
    .where('translation.plural_number', '=', translation.plural_number)
    .where('component.allow_translation_propagation', '=', 1)
    .where('component.locked', '=', 0)
    // What only some may see does not go where everybody looks.
    .$if(home.restricted === 1, query => query.where('component.restricted', '=', 1))
    .orderBy('unit.id')
    .limit(MOST)
    .execute()
  for (const row of rows) {
    const other = await work.tx.selectFrom('unit').selectAll().where('id', '=', row.unit_id).executeTakeFirstOrThrow()
    const place = await work.tx
      .selectFrom('translation')
      .selectAll()
      .where('id', '=', row.translation_id)
      .executeTakeFirstOrThrow()
    // What only the files of this component can hold stays here.
    if ((await whyNotIn(work, place.component_id, splitForms(unit.target))) !== null) continue
    await editUnit(work, place, other, {
      target: splitForms(unit.target),
      state: unit.state,
      action: ACTION.propagated,
    })
  }
  return rows.length
}
