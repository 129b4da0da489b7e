import type { Reader } from '#store/store.ts'
import type { UnitRow } from './rows.ts'

/** The strings of a translation after the ID `from`, in batches to limit memory use. */
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

/** Same as `unitsInPortions`, in file order. */
export async function* unitsInOrder(db: Reader, translation: number, size: number): AsyncGenerator<UnitRow[]> {
  for (let last: UnitRow | undefined; ; ) {
    const { position, id } = last ?? {}
    const units = await db
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', translation)
      .$if(last !== undefined, query =>
        query.where(eb => eb(eb.refTuple('position', 'id'), '>', eb.tuple(position!, id!))),
      )
      .orderBy('position')
      .orderBy('id')
      .limit(size)
      .execute()
    if (units.length === 0) return
    last = units.at(-1)
    yield units
  }
}

/**
 * ID ranges that cover the strings of a translation, without their first number. For statements that change all
 * strings, because SQLite blocks other writers during a statement.
 */
export async function* unitRanges(
  db: Reader,
  translation: number,
  size: number,
): AsyncGenerator<{ behind: number; upTo: number }> {
  for (let behind = 0; ; ) {
    const ids = await db
      .selectFrom('unit')
      .select('id')
      .where('translation_id', '=', translation)
      .where('id', '>', behind)
      .orderBy('id')
      .limit(size)
      .execute()
    const upTo = ids.at(-1)?.id
    if (upTo === undefined) return
    yield { behind, upTo }
    behind = upTo
  }
}
