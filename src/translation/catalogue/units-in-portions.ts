import type { Reader } from '#store/store.ts'
import type { UnitRow } from './rows.ts'

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

/** The same in the order of the file. */
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
 * The ids of a translation's strings as ranges of so many, the first number excluded: for statements that change all of
 * them, since SQLite lets nobody else through until the end of one.
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
