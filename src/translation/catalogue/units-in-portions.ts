import type { Reader } from '#store/store.ts'
import type { UnitRow } from './units.ts'

/** The strings of a translation behind the one with the id `from`, so many at a time: a large one must not fill the memory. */
export async function* unitsInPortions(
  db: Reader,
  translation: number,
  size: number,
  from = 0,
): AsyncGenerator<UnitRow[]> {
  for (let after = from; ; ) {
    const units = await db
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', translation)
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute()
    if (units.length === 0) return
    after = units.at(-1)!.id
    yield units
  }
}
