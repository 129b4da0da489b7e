import type { Reader } from '#store/store.ts'
import type { TranslationRow, UnitRow } from '#translation/catalogue/rows.ts'
import { UNIT_STATES } from '#translation/values/unit-states.ts'

/** What a string carries while a page takes its place: nobody would see a translation of it. */
export const CUSTOMISED = 'read-only, customised'

/** Strings of one language that are marked; an upload of the source file takes flags away, but not the state. */
export const markedUnits = (db: Reader, translation: TranslationRow): Promise<UnitRow[]> =>
  db
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', translation.id)
    .where('state', '=', UNIT_STATES.readonly)
    .where('flags', 'in', [CUSTOMISED, ''])
    .orderBy('id')
    .execute()
