import type { UnitRow } from './rows.ts'
import { removeUnit } from './units.ts'
import type { Work } from './work.ts'

/** Deletes a source string and its translations into every language. */
export async function deleteString(piece: Work, source: UnitRow): Promise<void> {
  // Delete the source string last.
  const rows = await piece.tx
    .selectFrom('unit')
    .selectAll()
    .where('source_unit_id', '=', source.id)
    .orderBy('id', 'desc')
    .execute()
  for (const row of rows) {
    const translation = await piece.tx
      .selectFrom('translation')
      .selectAll()
      .where('id', '=', row.translation_id)
      .executeTakeFirstOrThrow()
    await removeUnit(piece, translation, row, { byHand: true })
  }
}
