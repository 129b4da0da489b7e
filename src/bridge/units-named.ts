import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { idHash } from '#translation/catalogue/insert-units.ts'
import type { TranslationRow, UnitRow } from '#translation/catalogue/rows.ts'

const AT_ONCE = 500

/** The units of messages in one language, as far as there are any. */
export async function unitsNamed(
  db: Reader,
  translation: TranslationRow,
  names: readonly string[],
): Promise<UnitRow[]> {
  const units: UnitRow[] = []
  for (let i = 0; i < names.length; i += AT_ONCE) {
    const some = names.slice(i, i + AT_ONCE)
    const hashes = some.map(context => idHash({ source: [], context, byKey: true }))
    const found = db.selectFrom('unit').selectAll().where('translation_id', '=', translation.id)
    units.push(...(await found.where('id_hash', 'in', padded(hashes)).orderBy('id').execute()))
  }
  return units
}
