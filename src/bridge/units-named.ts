import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { idHash } from '#translation/catalogue/insert-units.ts'
import type { TranslationRow, UnitRow } from '#translation/catalogue/rows.ts'

const BATCH_SIZE = 500

/** Existing units for message names in one language. */
export async function unitsNamed(
  db: Reader,
  translation: TranslationRow,
  names: readonly string[],
): Promise<UnitRow[]> {
  const units: UnitRow[] = []
  for (let i = 0; i < names.length; i += BATCH_SIZE) {
    const batch = names.slice(i, i + BATCH_SIZE)
    const hashes = batch.map(context => idHash({ source: [], context, byKey: true }))
    const rows = db.selectFrom('unit').selectAll().where('translation_id', '=', translation.id)
    units.push(...(await rows.where('id_hash', 'in', padded(hashes)).orderBy('id').execute()))
  }
  return units
}
